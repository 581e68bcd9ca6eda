// Slow: it walks pages in a browser.
import { openSite } from './site.ts';
import { accountWalks } from './walks/account.ts';
import { figureWalks } from './walks/figures.ts';
import { marketWalks } from './walks/market.ts';
import { otherWalks } from './walks/others.ts';
import { firstDayWalks } from './walks/review.ts';
import { webhookWalks } from './walks/webhooks.ts';

// Pages that need no history: one host and one browser for all of them.
const site = openSite();
// First, while the account has no other events.
figureWalks(site);
firstDayWalks(site);
accountWalks(site);
webhookWalks(site);
marketWalks(site);
otherWalks(site);
