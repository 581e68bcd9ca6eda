import type { CtaType, LifecycleType } from '#shared/messages/lifecycle-mails.ts';

type Words = {
  subject: string;
  paragraphs: readonly string[];
  first: CtaType;
  report?: { accountId: string; day: string };
  reason: string;
};
type Data = Record<string, string>;

const ofAccount = 'You are receiving this e-mail because you have an adtrail account with this address.';
const ofBeginning = 'You are receiving this e-mail because you started something in adtrail and have not finished it.';

const longDay = (day: string) => new Date(day).toLocaleDateString('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

const networkNames: Record<string, string> = {
  google_ads: 'Google Ads',
  meta: 'Meta',
  microsoft_ads: 'Microsoft Advertising',
  tiktok: 'TikTok',
  linkedin: 'LinkedIn',
  assistant: 'the assistant',
};
const networkName = (network: string) => (Object.hasOwn(networkNames, network) ? (networkNames[network] ?? network) : network);

export const lifecycleWords: Record<LifecycleType, (data: Data) => Words> = {
  welcome: () => ({
    subject: 'Welcome to adtrail',
    paragraphs: [
      'Your account is ready. It shows which of your ads bring customers, and what your competitors advertise.',
      'First, put the pixel on your landing pages: create a public key in your account and paste its snippet. From then on every ad click is recorded.',
      'Then send your sign-ups and purchases from your server to the Conversion API with a secret key. Each one is matched to its ad click, and your reports update within seconds.',
      'If you did not create this account, someone may have mistyped their address: you can ignore this e-mail.',
    ],
    first: 'dashboard',
    reason: ofAccount,
  }),
  one_week_checkin: () => ({
    subject: 'Your first week with adtrail',
    paragraphs: [
      'Your account is a week old. Three things are worth checking now:',
      '1. Does the pixel see visitors? The funnel in your dashboard shows what arrives, and what may be wrong if nothing does.',
      '2. Do your conversions find their clicks? The event log shows the reason for each one that does not.',
      '3. What do your competitors advertise? Compare their ads with yours.',
    ],
    first: 'dashboard',
    reason: ofAccount,
  }),
  low_credits: ({ balance = '' }) => ({
    subject: 'Your credits are running low',
    paragraphs: [
      balance === '1' ? 'You have 1 credit left in adtrail.' : `You have ${balance || 'few'} credits left in adtrail.`,
      'Without credits, paid operations stop. Conversions and reports continue to work.',
    ],
    first: 'buy_credits',
    reason: ofAccount,
  }),
  out_of_credits: () => ({
    subject: 'You have no credits left',
    paragraphs: [
      'Your last credit in adtrail is used.',
      'Paid operations are available again once you have credits. Conversions and reports continue to work.',
    ],
    first: 'buy_credits',
    reason: ofAccount,
  }),
  assistant_report: ({ account_id = '', day = '', headline = '', figures = '', problems = '' }) => ({
    subject: `Your assistant ads on ${longDay(day)}`,
    paragraphs: [
      ...(headline ? [headline] : []),
      figures || 'Your report is ready. Sign in to read it.',
      ...(problems ? [problems] : []),
      ...(figures ? ['Figures of recent days may still change a little, because the assistant keeps updating them.'] : []),
    ],
    first: 'dashboard',
    ...(figures && { report: { accountId: account_id, day } }),
    reason: 'You are receiving this e-mail because the daily report of your assistant ads is enabled.',
  }),
  spend_stopped: ({ network = '', ad_account = '', last_day = '', spend = '', currency = '', stopped_on = '' }) => ({
    subject: `No spend at ${networkName(network)} since ${longDay(stopped_on)}`,
    paragraphs: [
      `The ad account ${ad_account} at ${networkName(network)} had spend on each of seven days, up to ${spend} ${currency} on ${longDay(last_day)}. Your newest import has none on ${longDay(stopped_on)}.`,
      'If you stopped these ads, there is nothing to do. If you did not, look for a declined payment, an ended budget or a refused ad at the network.',
      'This e-mail is sent once, until there is spend again.',
    ],
    first: 'dashboard',
    reason: 'You are receiving this e-mail because you import the spend of your ads into adtrail.',
  }),
  coverage_low: ({ from = '', to = '', orders = '', arrived = '', coverage = '', bound = '' }) => ({
    subject: `Only ${coverage} of your orders arrived`,
    paragraphs: [
      `You uploaded the orders from ${longDay(from)} to ${longDay(to)}. Of ${orders} orders, ${arrived} arrived as events: ${coverage}, under your bound of ${bound}.`,
      'The reconciliation lists the missing orders, with the reason for each rejected attempt. It can send the missing orders from your file.',
    ],
    first: 'dashboard',
    reason: 'You are receiving this e-mail because you reconcile the orders of your shop with adtrail.',
  }),
  cart_abandoned: () => ({
    subject: 'Your credits are still waiting',
    paragraphs: [
      'You started to buy credits in adtrail but did not complete the purchase. Nothing was charged.',
      'If something went wrong, try again. It takes a minute.',
    ],
    first: 'buy_credits',
    reason: ofBeginning,
  }),
  download_gate: () => ({
    subject: 'Your download is still waiting',
    paragraphs: [
      'You wanted to download something in adtrail that requires a plan.',
      'With credits in your account it is available at once, and so is everything else in the campaign studio.',
    ],
    first: 'buy_credits',
    reason: ofBeginning,
  }),
};

export const ctaWords: Record<CtaType, string> = {
  login: 'Sign in',
  dashboard: 'Open your dashboard',
  buy_credits: 'Get more credits',
  campaign_studio: 'Open the campaign studio',
};
