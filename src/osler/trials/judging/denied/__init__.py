"""What notes deny: as a whole, by lists, by parts of the body, in their own words; and what such words leave open."""
