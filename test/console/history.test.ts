// Slow: it walks pages in a browser.
import { openSite } from './site.ts';
import { bookWalks } from './walks/books.ts';
import { dialogWalks } from './walks/dialogs.ts';
import { filterWalks } from './walks/filters.ts';
import { reviewWalks } from './walks/review.ts';
import { truthWalks } from './walks/truth.ts';

const site = openSite({ withHistory: true });
truthWalks(site);
filterWalks(site);
bookWalks(site);
reviewWalks(site);
// This test creates work for operators, so it is last.
dialogWalks(site);
