"""The pages that anybody may see, and what entrants do on them."""
