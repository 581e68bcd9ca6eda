import { minutes } from '#shared/values/durations.ts';

export type DemoVisitor = {
  source: string;
  referrer?: string;
  userAgent: string;
  isWebdriver: boolean;
};

const android = 'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Mobile Safari/537.36';
const instagram =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148 Instagram 356.0.0.28.101 (iPhone15,3; iOS 18_1; en_US)';
const browsers = [
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36',
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_1 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Mobile/15E148 Safari/604.1',
  'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.1 Safari/605.1.15',
  android,
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0',
];
const crawler = 'Mozilla/5.0 (compatible; AdsBot-Google/1.0; +http://www.google.com/adsbot.html)';

type Visit = { source: string; referrer?: string; userAgent?: string };

const byCampaign: Record<string, Visit> = {
  spring_sale: {
    source: '&utm_source=instagram&utm_medium=paid_social',
    referrer: 'https://l.instagram.com/',
    userAgent: instagram,
  },
  brand_search: { source: '&utm_source=google&utm_medium=cpc', referrer: 'https://www.google.com/' },
  europe_autumn: {
    source: '&utm_source=chatgpt.com&utm_medium=cpc',
    referrer: 'https://chatgpt.com/',
    userAgent: android,
  },
};
const organic: readonly Visit[] = [
  { source: '', referrer: 'https://www.google.com/' },
  { source: '' },
  { source: '?utm_source=chatgpt.com', referrer: 'https://chatgpt.com/' },
  { source: '?utm_source=newsletter&utm_medium=email' },
  { source: '', referrer: 'https://www.bing.com/' },
  { source: '', referrer: 'https://runners.example/reviews' },
  { source: '', referrer: 'https://www.youtube.com/' },
];

/** With this share of bots among visitors who do not buy, a quarter of all clicks are from bots. */
const botShare = 0.29;

/** A visitor who buys is never a bot. `random` returns a number from 0 up to 1. */
export function demoVisitor(random: () => number, campaign: string | undefined, buys: boolean): DemoVisitor {
  const oneOf = <T>(list: readonly [T, ...T[]] | readonly T[]) => list[Math.floor(random() * list.length)] as T;
  const { source, referrer, userAgent } = (campaign && byCampaign[campaign]) || oneOf(organic);
  const browser = random() < 0.7 ? userAgent : undefined;
  const person = browser ?? oneOf(browsers);
  const isBot = random() < botShare && !buys;
  const isCrawler = isBot && random() < 0.6;
  return {
    source,
    ...(referrer && { referrer }),
    userAgent: isCrawler ? crawler : person,
    isWebdriver: isBot && !isCrawler,
  };
}

const wave = { day: 19, clicks: 140, lengthMs: minutes(40) };
const wavePage = 'https://northwind.example/running-shoes?svc_campaign=spring_sale&svc_ad_group=running_shoes&svc_ad_id=ad_43';

/** On one day, a program clicks the same ad again and again. */
export const botWave = (day: number, noon: number): { at: number; url: string; userAgent: string }[] =>
  day === wave.day
    ? Array.from({ length: wave.clicks }, (_, place) => ({
        at: noon + (place * wave.lengthMs) / wave.clicks,
        url: wavePage + byCampaign.spring_sale?.source,
        userAgent: android,
      }))
    : [];
