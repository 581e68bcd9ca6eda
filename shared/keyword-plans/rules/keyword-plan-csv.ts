import { csvOf } from '#shared/values/csv.ts';
import type { KeywordCampaign, KeywordPlanContents } from './keyword-plan.ts';
import type { NegativeKeyword } from './keywords.ts';

const columns = [
  'Campaign',
  'Campaign Type',
  'Networks',
  'Budget',
  'Bid Strategy Type',
  'Languages',
  'Campaign Status',
  'Ad Group',
  'Ad Group Status',
  'Keyword',
  'Criterion Type',
  'Status',
  'Final URL',
] as const;
type Row = Partial<Record<(typeof columns)[number], string>>;

const titled = { exact: 'Exact', phrase: 'Phrase', broad: 'Broad' } as const;

/** The editor's versions differ in shared lists, so each campaign repeats the shared negatives. */
export function keywordPlanCsv({ company, brand, nonBrand, sharedNegatives }: KeywordPlanContents): string {
  const rows = [brand, nonBrand].flatMap((campaign): Row[] => {
    const { name } = campaign;
    return [
      {
        Campaign: name,
        'Campaign Type': 'Search',
        Networks: 'Google search',
        Budget: '10',
        'Bid Strategy Type': 'Manual CPC',
        Languages: languageCode(company.language),
        'Campaign Status': 'Paused',
      },
      { Campaign: name, 'Ad Group': adGroupOf(name), 'Ad Group Status': 'Enabled' },
      ...campaign.keywords.map((keyword) => ({
        Campaign: name,
        'Ad Group': adGroupOf(name),
        Keyword: keyword,
        'Criterion Type': 'Exact',
        Status: 'Enabled',
        'Final URL': company.website,
      })),
      ...negativesOf(campaign, sharedNegatives).map(({ text, matchType }) => ({
        Campaign: name,
        Keyword: text,
        'Criterion Type': `Campaign Negative ${titled[matchType]}`,
      })),
    ];
  });
  return csvOf([columns, ...rows.map((row) => columns.map((column) => row[column] ?? ''))]);
}

function negativesOf({ negatives }: KeywordCampaign, shared: readonly NegativeKeyword[]): NegativeKeyword[] {
  const distinct = new Map([...negatives, ...shared].map((keyword) => [`${keyword.matchType} ${keyword.text}`, keyword]));
  return [...distinct.values()];
}

const adGroupOf = (campaign: string) => `${campaign} - keywords`;

const ownCodes: Record<string, string> = { he: 'iw', nb: 'no', nn: 'no', fil: 'tl' };

/** The search engine uses `de` for `de-AT`, and distinguishes Chinese by its script. */
function languageCode(tag: string): string {
  const { language, script } = new Intl.Locale(tag).maximize();
  if (language === 'zh') return script === 'Hant' ? 'zh_TW' : 'zh_CN';
  return ownCodes[language] ?? language;
}
