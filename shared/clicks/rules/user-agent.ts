import Bowser from 'bowser';
import { isbot } from 'isbot';
import { memoized } from '#shared/values/memoized.ts';
import { isFurtherBot } from './further-bots.ts';

export const devices = ['desktop', 'mobile', 'tablet', 'bot', 'unknown'] as const;
export type Device = (typeof devices)[number];

export type UserAgentFacts = { device: Device; browser: string; isBot: boolean };

/** Browsers inside apps also name the device's engine, so app names come first, and the first match counts. */
const inAppBrowsers: readonly [name: string, pattern: RegExp][] = [
  ['Instagram', /\bInstagram\b/],
  ['Threads', /\bBarcelona \d/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/MESSENGER|\bMessengerLite/],
  ['Facebook', /\bFBA[NV]\/|\bFB_IAB\/|\bFBIOS\b|\bMetaIAB Facebook\b/],
  ['TikTok', /\b(?:musical_ly|BytedanceWebview|TikTok|trill_)/],
  ['Snapchat', /\bSnapchat\b/],
  ['Pinterest', /\[?Pinterest\/(?!0\.2)/],
  ['LinkedIn', /\bLinkedInApp\b/],
  ['X', /\bTwitter for |\bTwitterAndroid\b/],
  ['Reddit', /\bReddit\//],
  ['WhatsApp', /\bWhatsApp\//],
  ['Telegram', /\bTelegram-(?:Android|iOS)\b/],
  ['Line', /\bLine\/\d/],
  ['WeChat', /\bMicroMessenger\b/],
  ['KakaoTalk', /\bKAKAOTALK\b/],
  ['Google app', /\bGSA\//],
  ['ChatGPT', /\bChatGPT\/\d/],
];

/** The list of bots mistakes these in-app browsers of people for fetchers. */
const people =
  /^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux; (?:U; )?Android)[^)]*\).*\b(?:FBA[NV]\/|FB_IAB\/|Instagram \d|musical_ly|BytedanceWebview|Snapchat[ /]\d|\[Pinterest\/|LinkedInApp|Twitter for )/;
/** Apps name each phone's model, so caches miss; this pattern is faster than the parser. */
const phones = /^Mozilla\/5\.0 \((?:iPhone|Linux; (?:U; )?Android)\b.*\bMobile\b/;
const tablets = /iPad|Tablet|tablet|\bTab\b|\bNexus (?:7|9|10)\b|\bKF[A-Z]{2,5}\b/;

const maxLength = 400;
const maxBrowserLength = 40;

export function factsOfUserAgent(userAgent: string): UserAgentFacts {
  const text = userAgent.slice(0, maxLength).trim();
  if (!text) return { device: 'unknown', browser: 'unknown', isBot: false };
  if (isFurtherBot(text) || (!people.test(text) && isbot(text))) return { device: 'bot', browser: 'unknown', isBot: true };
  const app = inAppBrowsers.find(([, pattern]) => pattern.test(text))?.[0];
  if (app && phones.test(text) && !tablets.test(text)) return { device: 'mobile', browser: app, isBot: false };
  const parser = Bowser.getParser(text, true);
  const platform = /\bCrOS\b/.test(text) ? 'desktop' : parser.getPlatformType(true);
  const device = platform === 'desktop' || platform === 'mobile' || platform === 'tablet' ? platform : 'unknown';
  const browser = app ?? parser.getBrowserName();
  return {
    device,
    browser: browser.replace(/[^\x20-\x7e]/g, '').slice(0, maxBrowserLength) || 'unknown',
    isBot: false,
  };
}

const cachedBrowsers = 5000;

/** A shortened text would keep the whole text in memory, so long texts are not cached. */
export function userAgentReader(size = cachedBrowsers): (userAgent: string) => UserAgentFacts {
  const cachedFacts = memoized(factsOfUserAgent, size);
  return (userAgent) => (userAgent.length > maxLength ? factsOfUserAgent(userAgent) : cachedFacts(userAgent));
}
