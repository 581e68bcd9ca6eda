import Bowser from 'bowser';
import { isbot } from 'isbot';

export const devices = ['desktop', 'mobile', 'tablet', 'bot', 'unknown'] as const;
export type Device = (typeof devices)[number];

/** What a click keeps of a `User-Agent`: nothing else of it is stored. */
export type UserAgentFacts = { device: Device; browser: string; isBot: boolean };

/** Browsers inside apps, which name the engine of the device as well. The first that is found counts. */
const inAppBrowsers: readonly [name: string, pattern: RegExp][] = [
  ['Instagram', /\bInstagram\b/],
  ['Threads', /\bBarcelona \d/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/MESSENGER|\bMessengerLite/],
  ['Facebook', /\bFBA[NV]\/|\bFB_IAB\/|\bFBIOS\b/],
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

/** In-app browsers whose names a list of bots takes for those of their companies' fetchers. */
const people =
  /^Mozilla\/5\.0 \((?:iPhone|iPad|iPod|Linux; (?:U; )?Android)[^)]*\).*\b(?:FBA[NV]\/|FB_IAB\/|Instagram \d|musical_ly|BytedanceWebview|Snapchat[ /]\d|\[Pinterest\/|LinkedInApp|Twitter for )/;
/** Programs that a list of bots lacks. The first loads every page that TikTok shows an ad for, before anybody has seen it. */
const furtherBots =
  /thirdLandingPageFeInfra|BrandVerity|GTmetrix|\bYLT Chrome|Miniature\.io|turingos|\bAmzn-User\b|\bAssetnote\b/;

const maxLength = 400;
const maxBrowserLength = 40;

/** The device and the browser that a `User-Agent` names, and whether a program sent it. */
export function factsOfUserAgent(userAgent: string): UserAgentFacts {
  const text = userAgent.slice(0, maxLength).trim();
  if (!text) return { device: 'unknown', browser: 'unknown', isBot: false };
  if (furtherBots.test(text) || (isbot(text) && !people.test(text)))
    return { device: 'bot', browser: 'unknown', isBot: true };
  const parser = Bowser.getParser(text, true);
  const platform = /\bCrOS\b/.test(text) ? 'desktop' : parser.getPlatformType(true);
  const device =
    platform === 'desktop' || platform === 'mobile' || platform === 'tablet' ? platform : 'unknown';
  const app = inAppBrowsers.find(([, pattern]) => pattern.test(text))?.[0];
  const browser = app ?? parser.getBrowserName();
  return {
    device,
    browser: browser.replace(/[^\x20-\x7e]/g, '').slice(0, maxBrowserLength) || 'unknown',
    isBot: false,
  };
}

/** `factsOfUserAgent` for a function that runs long: visitors of one ad have few browsers. */
export function userAgentReader(size = 2000): (userAgent: string) => UserAgentFacts {
  const read = new Map<string, UserAgentFacts>();
  return (userAgent) => {
    const text = userAgent.slice(0, maxLength);
    const earlier = read.get(text);
    if (earlier) return earlier;
    const facts = factsOfUserAgent(text);
    // Common browsers are read again at once, so all can go together.
    if (read.size >= size) read.clear();
    read.set(text, facts);
    return facts;
  };
}
