import type { CampaignFigures } from '#shared/assistant-ads/rules/assistant-figures.ts';
import {
  changePercent,
  clickRate,
  costPerClick,
  costPerConversion,
  type Figures,
  none,
  plus,
} from '#shared/assistant-ads/rules/assistant-figures.ts';
import type { AssistantReport } from '#shared/assistant-ads/rules/assistant-report.ts';
import { type Html, html, htmlPage, trusted } from '#shared/values/html.ts';
import { barChart, shareBar } from './charts.ts';
import { type Formats, formatsOf } from './report-formats.ts';
import { reportStyle } from './report-style.ts';

const maxCampaigns = 50;
/** This policy keeps a name in the page from running or loading anything. */
const policy = "default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'";

export function reportPage(report: AssistantReport): string {
  const { account, day, total, series, narrative } = report;
  const formats = formatsOf(account.currency);
  const weekly = (of: (figures: Figures) => number | null) => {
    const change = formats.change(changePercent(of(total.week), of(total.weekBefore)));
    return change === null ? 'no week to compare with' : `week: ${change}`;
  };
  const title = `Assistant ads of ${account.name}, ${formats.longDay(day)}`;
  return htmlPage({
    title,
    head: html`<meta http-equiv="Content-Security-Policy" content="${trusted(policy)}">
<meta name="robots" content="noindex">
<style>${trusted(reportStyle)}</style>`,
    body: html`<main>
<header>
<p class="quiet">Assistant ads</p>
<h1>${account.name}</h1>
<p class="quiet">${formats.longDay(day)}, in the account's time zone (${account.timeZone})</p>
</header>
${narrative && html`<section><h2>${narrative.headline}</h2>${narrative.paragraphs.map((text) => html`<p>${text}</p>`)}</section>`}
<section class="tiles">
${tile(
  'Spend',
  formats.money(total.day.spendMicros),
  weekly(({ spendMicros }) => spendMicros),
)}
${tile(
  'Clicks',
  formats.count(total.day.clicks),
  weekly(({ clicks }) => clicks),
)}
${tile(
  'Conversions',
  formats.count(total.day.conversions),
  weekly(({ conversions }) => conversions),
)}
${tile('Click rate', formats.percent(clickRate(total.day)), weekly(clickRate))}
</section>
${findings(report)}
<section>
<h2>Four weeks</h2>
${barChart({ title: 'Spend a day', points: series.map((point) => ({ day: point.day, value: point.spendMicros })), say: formats.money, longDay: formats.longDay })}
${barChart({ title: 'Clicks a day', points: series.map((point) => ({ day: point.day, value: point.clicks })), say: formats.count, longDay: formats.longDay })}
${barChart({ title: 'Conversions a day', points: series.map((point) => ({ day: point.day, value: point.conversions })), say: formats.count, longDay: formats.longDay })}
</section>
${campaigns(report, formats)}
${bestAds(report, formats)}
<footer class="quiet">Figures of the last days may still change a little: the assistant counts them for some days, and every report asks for seven days again. Conversions are those that the assistant attributes to clicks.</footer>
</main>`,
  }).html;
}

const tile = (name: string, value: string, change: string) =>
  html`<div class="tile"><p class="quiet">${name}</p><p class="big">${value}</p><p class="quiet">${change}</p></div>`;

function findings({ findings: all }: AssistantReport): Html {
  if (all.length === 0) return html`<section><h2>What stands out</h2><p>Nothing needs your attention.</p></section>`;
  const words = { problem: 'Needs you', notice: 'To know', good: 'Good' };
  const items = all.map(
    ({ severity, subject, text }) =>
      html`<li class="${severity}"><span class="tag">${words[severity]}</span> ${subject && html`<strong>${subject}</strong>: `}${text}</li>`,
  );
  return html`<section><h2>What stands out</h2><ul class="findings">${items}</ul></section>`;
}

function campaigns({ campaigns: all, total }: AssistantReport, formats: Formats): Html | null {
  if (all.length === 0) return html`<section><h2>Campaigns</h2><p>No campaign did anything.</p></section>`;
  const row = (name: string, note: string, week: Figures) => html`<tr>
<th scope="row">${name}${note && html`<br><span class="quiet">${note}</span>`}</th>
<td>${formats.money(week.spendMicros)}${shareBar(week.spendMicros, total.week.spendMicros)}</td>
<td>${formats.count(week.clicks)}</td><td>${formats.percent(clickRate(week))}</td>
<td>${formats.money(costPerClick(week))}</td>
<td>${formats.count(week.conversions)}</td><td>${formats.money(costPerConversion(week))}</td></tr>`;
  const note = ({ status, dailyBudgetMicros }: CampaignFigures) =>
    [status, dailyBudgetMicros === null ? '' : `${formats.money(dailyBudgetMicros)} a day`].filter(Boolean).join(', ');
  const rest = all.slice(maxCampaigns).map(({ week }) => week);
  const others = rest.length > 0 && row(`${formats.count(rest.length)} others`, '', rest.reduce(plus, none));
  return html`<section class="long"><h2>Campaigns, seven days</h2><div class="wide" role="region" aria-label="Campaigns" tabindex="0"><table>
<thead><tr><th scope="col">Campaign</th><th scope="col">Spend</th><th scope="col">Clicks</th><th scope="col">Rate</th><th scope="col">A click</th><th scope="col">Conv.</th><th scope="col">A conv.</th></tr></thead>
<tbody>${all.slice(0, maxCampaigns).map((campaign) => row(campaign.name, note(campaign), campaign.week))}${others}</tbody>
<tfoot>${row('All', '', total.week)}</tfoot>
</table></div></section>`;
}

function bestAds({ bestAds: all }: AssistantReport, formats: Formats): Html | null {
  if (all.length === 0) return null;
  const items = all.map(
    ({ title, campaign, week }) =>
      html`<li><strong>${title}</strong> <span class="quiet">${campaign}</span><br>${formats.count(week.clicks)} clicks, ${formats.percent(clickRate(week))}, ${formats.money(costPerClick(week))} each</li>`,
  );
  return html`<section><h2>Ads with the most clicks, seven days</h2><ol>${items}</ol></section>`;
}
