import { plusDays } from '../kit/dates.ts';
import type { KnownNetwork } from '../kit/networks.ts';

/** The headings match the documentation of the network. */
const files: Record<KnownNetwork, (days: readonly string[]) => string> = {
  google_ads: (days) => `Campaign report
"${englishDay(days[0])} - ${englishDay(days[2])}"
Day,Campaign ID,Campaign,Currency code,Cost,Impr.,Clicks
${days[0]},71001,spring_sale,USD,"1,010.50","40,000",520
${days[1]},71001,spring_sale,USD,866.25,"36,100",468
${days[2]},71001,spring_sale,USD,--,0,--
Total: Account,,,,"1,876.75","76,100",988
`,
  meta: (days) => `Reporting starts,Reporting ends,Campaign name,Ad set name,Ad name,Amount spent (USD),Impressions,Link clicks
${days[0]},${days[0]},spring_sale,running_shoes,ad_42,42.40,3900,91
${days[1]},${days[1]},spring_sale,running_shoes,ad_42,38.10,3650,84
${days[2]},${days[2]},spring_sale,running_shoes,ad_43,21.75,2410,40
`,
  microsoft_ads: (days) => `"Report Name: Campaign performance"
"Report Time: ${slashed(days[0])},${slashed(days[2])}"
TimePeriod,CampaignId,CampaignName,Spend,Impressions,Clicks,CurrencyCode
${days[0]},412,brand_search,13.20,820,24,USD
${days[1]},412,brand_search,14.00,850,25,USD
${days[2]},412,brand_search,12.15,790,21,USD
"©Microsoft Corporation. All rights reserved. "
`,
  tiktok: (days) => `By Day,Campaign name,Ad group name,Ad name,Cost,Impressions,Clicks (destination)
${days[0]},spring_sale,women,clip_1,16.00,5100,90
${days[1]},spring_sale,women,clip_1,14.50,4900,85
${days[2]},spring_sale,women,clip_2,9.25,3300,52
`,
  linkedin: (days) => `Start Date (in UTC),Campaign Group Name,Campaign Name,Currency,Total Spent,Impressions,Clicks
${slashed(days[0])},spring_sale,managers,EUR,40.00,800,9
${slashed(days[1])},spring_sale,managers,EUR,35.50,760,7
${slashed(days[2])},spring_sale,managers,EUR,38.20,780,8
`,
};

/** A 13th day proves the order of day and month. */
export function sampleOf(network: KnownNetwork, now: number): string {
  const today = new Date(now).toISOString().slice(0, 10);
  const lastOfMonthBefore = plusDays(`${today.slice(0, 8)}01`, -1);
  const first = `${lastOfMonthBefore.slice(0, 8)}13`;
  return files[network]([first, plusDays(first, 1), plusDays(first, 2)]);
}

function slashed(day = ''): string {
  const [year, month, date] = day.split('-');
  return `${month}/${date}/${year}`;
}

const englishDay = (day = '') =>
  new Intl.DateTimeFormat('en-US', { timeZone: 'UTC', dateStyle: 'long' }).format(new Date(`${day}T00:00:00Z`));
