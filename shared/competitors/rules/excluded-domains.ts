// cspell:disable -- host names
/** These domains appear in every search, so they compete only with companies of their kind. */
export const excludedDomains = {
  reviews: [
    ...['alternativeto.net', 'bbb.org', 'capterra.com', 'comparably.com', 'consumerreports.org', 'cnet.com'],
    ...['g2.com', 'getapp.com', 'gartner.com', 'glassdoor.com', 'pcmag.com', 'producthunt.com', 'reviews.io'],
    ...[
      'saasworthy.com',
      'sitejabber.com',
      'slant.co',
      'softwareadvice.com',
      'sourceforge.net',
      'techradar.com',
    ],
    ...[
      'tripadvisor.com',
      'trustpilot.com',
      'trustradius.com',
      'yelp.com',
      'nerdwallet.com',
      'wirecutter.com',
    ],
  ],
  directory: [
    ...['apollo.io', 'builtwith.com', 'cbinsights.com', 'clutch.co', 'craft.co', 'crunchbase.com', 'dnb.com'],
    ...['growjo.com', 'owler.com', 'pitchbook.com', 'rocketreach.co', 'semrush.com', 'similarweb.com'],
    ...[
      'startupranking.com',
      'tracxn.com',
      'wellfound.com',
      'yellowpages.com',
      'zoominfo.com',
      'kompass.com',
    ],
    ...['europages.com', 'thomasnet.com', 'angel.co', 'f6s.com', 'goodfirms.co', 'ahrefs.com'],
  ],
  marketplace: [
    ...['aliexpress.com', 'alibaba.com', 'amazon.com', 'amazon.co.uk', 'amazon.de', 'amazon.fr', 'amazon.in'],
    ...['amazon.es', 'amazon.it', 'amazon.ca', 'amazon.co.jp', 'bestbuy.com', 'costco.com', 'ebay.com'],
    ...[
      'ebay.co.uk',
      'ebay.de',
      'etsy.com',
      'flipkart.com',
      'indiamart.com',
      'mercadolibre.com',
      'rakuten.co.jp',
    ],
    ...['shopee.com', 'target.com', 'temu.com', 'walmart.com', 'wish.com', 'wayfair.com', 'zalando.com'],
    ...['zalando.de', 'otto.de', 'bol.com', 'allegro.pl', 'lazada.com', 'noon.com', 'jd.com', 'taobao.com'],
  ],
  app_store: ['apple.com', 'chromewebstore.google.com', 'google.com', 'microsoft.com', 'mozilla.org'],
  social: [
    ...[
      'bsky.app',
      'discord.com',
      'facebook.com',
      'instagram.com',
      'linkedin.com',
      'pinterest.com',
      'snapchat.com',
    ],
    ...['telegram.org', 'threads.net', 'tiktok.com', 'tumblr.com', 'twitch.tv', 'twitter.com', 'vimeo.com'],
    ...['whatsapp.com', 'x.com', 'xing.com', 'youtube.com', 'youtu.be', 'fb.com', 't.me', 'linktr.ee'],
  ],
  forum: [
    ...[
      'fandom.com',
      'github.com',
      'gitlab.com',
      'medium.com',
      'news.ycombinator.com',
      'quora.com',
      'reddit.com',
    ],
    ...[
      'stackexchange.com',
      'stackoverflow.com',
      'substack.com',
      'wikipedia.org',
      'wikihow.com',
      'wikidata.org',
    ],
    ...['wordpress.com', 'blogspot.com', 'slideshare.net', 'scribd.com', 'ycombinator.com', 'dev.to'],
  ],
  jobs: ['indeed.com', 'monster.com', 'ziprecruiter.com', 'stepstone.de', 'jobs.com', 'naukri.com'],
  news: [
    ...[
      'bbc.co.uk',
      'bbc.com',
      'bloomberg.com',
      'businessinsider.com',
      'cnbc.com',
      'cnn.com',
      'entrepreneur.com',
    ],
    ...['fastcompany.com', 'forbes.com', 'ft.com', 'inc.com', 'nytimes.com', 'prnewswire.com', 'reuters.com'],
    ...['techcrunch.com', 'theguardian.com', 'theverge.com', 'time.com', 'venturebeat.com', 'wired.com'],
    ...[
      'wsj.com',
      'zdnet.com',
      'yahoo.com',
      'msn.com',
      'businesswire.com',
      'globenewswire.com',
      'hubspot.com',
    ],
  ],
} as const satisfies Record<string, readonly string[]>;

export type NonCompetitorKind = keyof typeof excludedDomains;

const kindOf = new Map<string, NonCompetitorKind>(
  Object.entries(excludedDomains).flatMap(([kind, domains]) =>
    domains.map((domain): [string, NonCompetitorKind] => [domain, kind as NonCompetitorKind]),
  ),
);

const namedSo: readonly [RegExp, NonCompetitorKind][] = [
  [/(^|-)(reviews?|compare|comparison|alternatives?|versus|vs|best|top10)(-|$)/, 'reviews'],
  [/(^|-)(directory|listings?|yellowpages)(-|$)/, 'directory'],
  [/(^|-)(jobs|careers|vacancies)(-|$)/, 'jobs'],
  [/(^|-)(news|times|magazine)(-|$)/, 'news'],
  [/(^|-)\w*(forums?|wiki)(-|$)/, 'forum'],
  [/(^|-)(coupons?|deals|vouchers?)(-|$)/, 'reviews'],
];

export function nonCompetitorKind(domain: string): NonCompetitorKind | null {
  const listedKind = kindOf.get(domain);
  if (listedKind) return listedKind;
  // A company may have domains of other countries, such as `amazon.pl`.
  const [label = ''] = domain.split('.');
  if (/^(amazon|ebay|indeed|zalando|trustpilot|glassdoor|tripadvisor|aliexpress)$/.test(label))
    return kindOf.get(`${label}.com`) ?? null;
  return namedSo.find(([pattern]) => pattern.test(label))?.[1] ?? null;
}
