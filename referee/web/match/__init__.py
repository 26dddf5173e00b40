"""A match's pages: entry form, scorepad, receipts, card-by-card play, log, board, print, links."""
