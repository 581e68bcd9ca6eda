// Slow: it walks pages in a browser.
import { openSite } from './site.ts';
import { accountWalks } from './walks/account.ts';
import { figureWalks } from './walks/figures.ts';
import { marketWalks } from './walks/market.ts';
import { otherWalks } from './walks/others.ts';
import { firstDayWalks } from './walks/review.ts';
import { webhookWalks } from './walks/webhooks.ts';

const site = openSite();
// The account must have no other events, so this test is first.
figureWalks(site);
firstDayWalks(site);
accountWalks(site);
webhookWalks(site);
marketWalks(site);
otherWalks(site);
