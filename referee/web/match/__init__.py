"""The match page: entry form, sheet, receipts, play by cards, log, board, print, links."""
