import { Anchor, SimpleGrid, Table, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { Answer } from '../core/api.ts';
import { DataTable } from '../kit/data-table.tsx';
import { eventsSearchOf } from '../kit/log-link.ts';
import { countText, moneyText, percentText } from '../kit/money.ts';
import { Section } from '../kit/page.tsx';
import { errorText, reasonText } from '../kit/reasons.ts';
import { Tile } from '../kit/tiles.tsx';

type Report = Answer<'reportFunnel'>;

export const share = (value: number | null) => (value === null ? '–' : percentText(value));

export function Quality({ quality }: { quality: Report['quality'] }) {
  const { unattributed, rejected_by_code, delay } = quality;
  const losses = [
    ...unattributed.map(({ reason, count, values, log_url }) => ({
      code: reason,
      count,
      values,
      text: reasonText(reason),
      outcome: 'unmatched',
      search: eventsSearchOf(log_url),
    })),
    ...Object.entries(rejected_by_code).map(([code, count]) => ({
      code,
      count,
      values: [],
      text: errorText(code),
      outcome: 'rejected',
      search: null,
    })),
  ].filter(({ count }) => count > 0);
  return (
    <Section title="Quality of your events">
      <SimpleGrid cols={{ base: 2, md: 5 }} spacing="sm">
        <Tile
          label="Not attributed on arrival"
          hint="Share of accepted events that no click had earned when they arrived."
          value={share(quality.unmatched_rate)}
        />
        <Tile label="Duplicates" value={share(quality.duplicate_rate)} />
        <Tile label="Without currency" value={share(quality.missing_currency_rate)} />
        <Tile
          label="Attributed late"
          hint="Events that an ad earned after they arrived: their click came later, or their user was known."
          value={countText(quality.late_matches)}
        />
        <Tile
          label="Median delay"
          hint="From the event to its arrival."
          value={delay.p50 ?? '–'}
          note={delay.p95 ? `95% within ${delay.p95}` : undefined}
        />
      </SimpleGrid>
      {losses.length > 0 && (
        <DataTable mt="md" heads={['Reason', ['Events', 'number'], ['Value', 'number']]}>
          {losses.map(({ code, count, values, text, outcome, search }) => (
            <Table.Tr key={outcome + code}>
              <Table.Td>
                <Anchor component={Link} to="/events" search={(search ?? { outcome }) as never} fz="sm">
                  {text}
                </Anchor>{' '}
                <Text span fz="xs" c="dimmed">
                  {outcome === 'rejected' ? 'rejected' : 'not attributed'} · {code}
                </Text>
              </Table.Td>
              <Table.Td className="number">{countText(count)}</Table.Td>
              <Table.Td className="number">
                {values.length === 0 ? '–' : values.map(({ currency, value }) => <div key={currency}>{moneyText(value, currency)}</div>)}
              </Table.Td>
            </Table.Tr>
          ))}
        </DataTable>
      )}
    </Section>
  );
}
