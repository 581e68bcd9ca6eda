// Night: it walks pages in a browser.
import { openSite } from './site.ts';
import { accountWalks } from './walks/account.ts';
import { figureWalks } from './walks/figures.ts';
import { marketWalks } from './walks/market.ts';
import { otherWalks } from './walks/others.ts';
import { firstDayWalks } from './walks/review.ts';
import { webhookWalks } from './walks/webhooks.ts';

const site = openSite();
// The figures need an account without other events, so they are tested first.
figureWalks(site);
firstDayWalks(site);
accountWalks(site);
webhookWalks(site);
marketWalks(site);
otherWalks(site);
