import { Anchor } from '@mantine/core';
import type { ReactNode } from 'react';
import { dayText, timeText } from '../kit/dates.ts';
import { countText, moneyText } from '../kit/money.ts';
import { SpendLink } from './spend-link.tsx';
import type { Report, View } from './view.ts';

type Out = Report['left_out']['unpaid'];
type Spends = readonly { currency: string; spend: string }[];
type Item = { id: string; short: string; full: ReactNode };

const trafficNames: Record<string, string> = {
  bot: 'bots',
  preview: 'link previews',
  internal: 'your staff',
  suspect: 'suspected bots',
};
export const counted = (count: number, singular: string, plural = `${singular}s`) =>
  `${countText(count)} ${count === 1 ? singular : plural}`;
const moneyOf = (spend: Spends) => spend.map((amount) => moneyText(amount.spend, amount.currency)).join(', ');

export function itemsOf(report: Report, { change, zone }: View): Item[] {
  const { left_out: out, totals, totals_with_spend: withSpend, time_zone, facts_since, incomplete_before } = report;
  const [total, totalWithSpend] = [sumOf(totals), sumOf(withSpend)];
  const finalOn = totals.reduce((last, { final_on: day }) => (day && day > last ? day : last), '');
  const otherZones = report.spend_time_zones.filter((zone) => zone !== time_zone);
  const show = (text: string, changes: Parameters<View['change']>[0]) => (
    <Anchor component="button" type="button" fz="sm" onClick={() => change(changes)}>
      {text}
    </Anchor>
  );
  return [
    ...Object.entries(out.traffic).map(([kind, counts]) => ({
      id: kind,
      short: `${counted(counts.clicks, 'click')} of ${trafficNames[kind] ?? kind}`,
      full: (
        <>
          {clicksText(counts)} of {trafficNames[kind] ?? kind}. {show('Show all clicks', { traffic: 'all' })}
        </>
      ),
    })),
    ...channelItem(out.unpaid, 'unpaid channels', show('Show all channels', { paid: 'all' })),
    ...channelItem(out.paid, 'paid channels', show('Show paid channels', { paid: undefined })),
    ...(out.unjoined_spend && out.unjoined_spend.rows > 0
      ? [
          {
            id: 'unjoined',
            short: `${moneyOf(out.unjoined_spend.spend)} of spend without a pixel`,
            full: (
              <>
                {moneyOf(out.unjoined_spend.spend)} of spend in {counted(out.unjoined_spend.rows, 'row')}, because their imports name no
                pixel. <SpendLink tab="imports">See the imports</SpendLink>
              </>
            ),
          },
        ]
      : []),
    ...(totalWithSpend.clicks < total.clicks
      ? [
          {
            id: 'unknown',
            short: `spend of ${counted(total.clicks - totalWithSpend.clicks, 'click')} is unknown`,
            full: (
              <>
                {counted(total.clicks - totalWithSpend.clicks, 'click')} and{' '}
                {counted(total.conversions - totalWithSpend.conversions, 'conversion')} are of ads and days without known spend. They are in
                clicks, conversions and value, but not in return and cost per conversion.{' '}
                <SpendLink tab="imports">Import their spend</SpendLink>
              </>
            ),
          },
        ]
      : []),
    ...(totals.some(({ maturing }) => maturing)
      ? [
          {
            id: 'maturing',
            short: `more conversions can come until ${dayText(finalOn)}`,
            full: `The newest clicks can still earn conversions. The figures are final on ${dayText(finalOn)}; later, only conversions come that are delivered late or found by their customer.`,
          },
        ]
      : []),
    ...(facts_since
      ? [
          {
            id: 'facts',
            short: `traffic unknown before ${timeText(facts_since, zone)}`,
            full: `Clicks from before ${timeText(facts_since, zone)} have the channel of their click IDs. It is not known whether people made them, so they count as people’s.`,
          },
        ]
      : []),
    ...(incomplete_before
      ? [
          {
            id: 'incomplete',
            short: `incomplete before ${timeText(incomplete_before, zone)}`,
            full: `Clicks and conversions from before ${timeText(incomplete_before, zone)} may be missing, because an upgrade of the service still counts them.`,
          },
        ]
      : []),
    ...(otherZones.length > 0
      ? [
          {
            id: 'zones',
            short: `days of spend in ${otherZones.join(', ')}`,
            full: `Days of spend are those of the ad account (${otherZones.join(', ')}) and are never split; all other days are those of ${time_zone}.`,
          },
        ]
      : []),
  ];
}

const sumOf = (totals: readonly { clicks: number; conversions: number }[]) => ({
  clicks: totals.reduce((sum, { clicks }) => sum + clicks, 0),
  conversions: totals.reduce((sum, { conversions }) => sum + conversions, 0),
});

const clicksText = ({ clicks, conversions, values }: Out) =>
  `${counted(clicks, 'click')} and ${counted(conversions, 'conversion')}${
    values.length > 0 ? ` (${values.map(({ value, currency }) => moneyText(value, currency)).join(', ')})` : ''
  }`;

function channelItem(out: Out, name: string, link: ReactNode): Item[] {
  if (out.clicks === 0 && out.conversions === 0 && out.rows === 0) return [];
  return [
    {
      id: name,
      short: `${counted(out.clicks, 'click')} of ${name}`,
      full: (
        <>
          {clicksText(out)}
          {out.rows > 0 && `, and ${moneyOf(out.spend)} of spend`} of {name}. {link}
        </>
      ),
    },
  ];
}
