// Slow: it walks pages in a browser.
import { isNight } from '#test/kit/tier.ts';
import { openSite } from './site.ts';
import { bookWalks } from './walks/books.ts';
import { closedBookWalks } from './walks/closed-books.ts';
import { dialogWalks } from './walks/dialogs.ts';
import { filterWalks } from './walks/filters.ts';
import { reviewWalks } from './walks/review.ts';
import { truthWalks } from './walks/truth.ts';

// Pages of an account with a history: one host and one browser for all of them.
const site = openSite({ withHistory: true });
truthWalks(site);
if (isNight) filterWalks(site);
if (isNight) reviewWalks(site);
bookWalks(site);
closedBookWalks(site);
// The dialogs create work for operators, so they are tested last.
if (isNight) dialogWalks(site);
