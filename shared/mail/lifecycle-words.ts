import type { CtaType, LifecycleType } from '#shared/messages/lifecycle-mails.ts';

type Words = {
  subject: string;
  paragraphs: readonly string[];
  /** Its link is the mail's button; the others follow below. */
  first: CtaType;
  /** A report of which day of which ad account the button opens instead. */
  report?: { accountId: string; day: string };
  /** Why one gets this mail. */
  reason: string;
};
type Data = Record<string, string>;

const ofAccount = 'You get this mail because there is an adtrail account with this address.';
const ofBeginning = 'You get this mail because you began something in adtrail and did not end it.';

const longDay = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' });

/** What every lifecycle mail says. */
export const lifecycleWords: Record<LifecycleType, (data: Data) => Words> = {
  welcome: () => ({
    subject: 'Welcome to adtrail',
    paragraphs: [
      'Your account is ready. It shows which of your ads bring customers, and what your competitors advertise.',
      'First, put the pixel on your landing pages: issue a public key in your account and paste the snippet that comes with it. From then on every click that arrives is known.',
      'Then send your sign-ups and purchases from your server to the Conversion API with a secret key. Each one is matched to the click it came from, and your reports fill within seconds.',
      'If you did not make this account, somebody may have mistyped their address: you need do nothing.',
    ],
    first: 'dashboard',
    reason: ofAccount,
  }),
  one_week_checkin: () => ({
    subject: 'Your first week with adtrail',
    paragraphs: [
      'Your account is a week old. Three things are worth a look now:',
      '1. Does the pixel see visitors? The funnel in your dashboard says what arrives, and what may be wrong when nothing does.',
      '2. Do your conversions find their clicks? The event log shows each one with the reason when it does not.',
      '3. What do your competitors run? Their ads stand beside yours.',
    ],
    first: 'dashboard',
    reason: ofAccount,
  }),
  low_credits: ({ balance = '' }) => ({
    subject: 'Your credits are running low',
    paragraphs: [
      balance === '1'
        ? 'You have 1 credit left in adtrail.'
        : `You have ${balance || 'few'} credits left in adtrail.`,
      'What costs credits stops when there are none. Conversions and reports go on in any case.',
    ],
    first: 'buy_credits',
    reason: ofAccount,
  }),
  out_of_credits: () => ({
    subject: 'You have no credits left',
    paragraphs: [
      'Your last credit in adtrail is used.',
      'What costs credits waits until there are some again. Conversions and reports go on in any case.',
    ],
    first: 'buy_credits',
    reason: ofAccount,
  }),
  assistant_report: ({ account_id = '', day = '', headline = '', figures = '', problems = '' }) => ({
    subject: `Your assistant ads on ${longDay.format(new Date(day))}`,
    paragraphs: [
      ...(headline ? [headline] : []),
      figures,
      ...(problems ? [problems] : []),
      'Figures of the last days may still change a little: the assistant counts them for some days.',
    ],
    first: 'dashboard',
    report: { accountId: account_id, day },
    reason: 'You get this mail because the daily report of your assistant ads is switched on.',
  }),
  cart_abandoned: () => ({
    subject: 'Your credits are still waiting',
    paragraphs: [
      'You began to buy credits in adtrail, and it was not completed. Nothing was charged.',
      'If something did not work, try again: it takes a minute.',
    ],
    first: 'buy_credits',
    reason: ofBeginning,
  }),
  download_gate: () => ({
    subject: 'Your download is still waiting',
    paragraphs: [
      'You wanted to download something in adtrail that comes with a plan.',
      'With credits in your account it is ready at once, and so is everything else in the campaign studio.',
    ],
    first: 'buy_credits',
    reason: ofBeginning,
  }),
};

/** What the links say. */
export const ctaWords: Record<CtaType, string> = {
  login: 'Sign in',
  dashboard: 'Open your dashboard',
  buy_credits: 'Buy credits',
  campaign_studio: 'Open the campaign studio',
};
