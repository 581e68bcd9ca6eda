/** A site of the market that mentions competitors and is no competitor. */
export type NoiseSite = {
  name: string;
  domain: string;
  kind: 'directory' | 'marketplace' | 'reviews' | 'news' | 'social' | 'forum' | 'jobs';
  description: string;
  /** The title of a page about a category; `{category}` is a placeholder. */
  pageTitle: string;
  /** The path of such a page; `{slug}` is a placeholder for the category. */
  pagePath: string;
};

/** A careless search would take these sites for competitors. */
export const noise: readonly NoiseSite[] = [
  {
    name: 'Comparewell',
    domain: 'comparewell.example',
    kind: 'reviews',
    description: 'Reviews and comparisons by people who use it: alternatives side by side.',
    pageTitle: 'Best {category}: alternatives compared and reviewed',
    pagePath: '/best/{slug}',
  },
  {
    name: 'Listory',
    domain: 'listory.example',
    kind: 'directory',
    description: 'A directory of companies by category and country.',
    pageTitle: '{category}: companies in this category',
    pagePath: '/categories/{slug}',
  },
  {
    name: 'Bazaarium',
    domain: 'bazaarium.example',
    kind: 'marketplace',
    description: 'A marketplace where thousands of sellers offer everything.',
    pageTitle: 'Buy {category} from 1,200 sellers',
    pagePath: '/shop/{slug}',
  },
  {
    name: 'The Merchant Ledger',
    domain: 'merchantledger.example',
    kind: 'news',
    description: 'News of trade and retail.',
    pageTitle: 'The {category} market: ten companies to watch',
    pagePath: '/news/{slug}-companies-to-watch',
  },
  {
    name: 'Chatterplaza',
    domain: 'chatterplaza.example',
    kind: 'social',
    description: 'A social network: groups and pages.',
    pageTitle: '{category} fans, a public group',
    pagePath: '/groups/{slug}',
  },
  {
    name: 'Askaround',
    domain: 'askaround.example',
    kind: 'forum',
    description: 'Questions and answers from everybody.',
    pageTitle: 'What are the best {category} brands?',
    pagePath: '/q/best-{slug}',
  },
  {
    name: 'Hirelane',
    domain: 'hirelane.example',
    kind: 'jobs',
    description: 'A job board.',
    pageTitle: 'Jobs at {category} companies',
    pagePath: '/jobs/{slug}',
  },
];
