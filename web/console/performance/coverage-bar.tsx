import { Group, Paper, Text } from '@mantine/core';
import { dayText, plusDays } from '../kit/dates.ts';
import { countText, moneyText, percentText, returnText } from '../kit/money.ts';
import { networkTitle } from '../kit/networks.ts';
import { SpendLink } from './spend-link.tsx';
import { Target } from './target.tsx';
import { mainOf } from './tiles.tsx';
import type { Report } from './view.ts';

/** Says what the return covers. Each part is a link to the page that corrects it. */
export function CoverageBar({ report }: { report: Report }) {
  const { main, others } = mainOf(report.totals);
  return (
    <Paper component="section" aria-label="What the return covers" px="md" py={6}>
      <Group gap="md" justify="space-between">
        <Text fz="sm" component="div" style={{ flex: '1 1 480px' }}>
          <KnownTo report={report} isKnown={main?.spend !== null || others.length > 0} />
          {main && <Joined total={main} />}
          {main && <Used total={main} />}
        </Text>
        <Target target={report.target_return} />
      </Group>
    </Paper>
  );
}

type Total = Report['totals'][number];

function KnownTo({ report: { spend_known, to }, isKnown }: { report: Report; isKnown: boolean }) {
  const first = spend_known.toSorted((a, b) => (a.to < b.to ? -1 : 1))[0];
  if (!first || !isKnown)
    return (
      <>
        What these ads cost is not imported. <SpendLink tab="imports">Import it</SpendLink>
      </>
    );
  const isOfAll = first.to >= plusDays(to, -1) || spend_known.every((known) => known.to === first.to);
  return (
    <SpendLink tab="imports">
      {isOfAll ? 'Spend' : `Spend of ${networkTitle(first.network)}`} is known to {dayText(first.to)}
    </SpendLink>
  );
}

const Joined = ({ total: { joined_share: share, spend_coverage, currency } }: { total: Total }) =>
  share === null || share === undefined ? null : (
    <>
      {' · '}
      <SpendLink tab="joins">
        {percentText(Number(share), share === '1.0000' ? 0 : 1)} of it joined
        {Number(spend_coverage.unjoined_spend) > 0 && `, ${moneyText(spend_coverage.unjoined_spend, currency ?? '')} found no clicks`}
      </SpendLink>
    </>
  );

/** A return that leaves out a part says of which it is, and what it is at least. */
function Used({ total }: { total: Total }) {
  const { spend_coverage: used, clicks, warnings, return_at_least: atLeast, return_on_ad_spend } = total;
  if (return_on_ad_spend === null) return null;
  const isPartial = warnings.includes('spend_partial');
  const isUnjoined = Number(used.unjoined_spend) > 0 && atLeast != null;
  return (
    <>
      {isPartial &&
        ` · Return of ${countText(used.clicks)} of ${countText(clicks)} clicks${used.days_known < used.days ? `, on ${countText(used.days_known)} of ${countText(used.days)} days` : ''}`}
      {isUnjoined && `, at least ${returnText(atLeast)}`}
    </>
  );
}
