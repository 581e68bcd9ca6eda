import { Badge, Button, Group, Stack, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { DataTable } from '../kit/data-table.tsx';
import { Listed } from '../kit/list.tsx';
import { Empty, Note, Section } from '../kit/page.tsx';
import { Time } from '../kit/time.tsx';
import { ChangeMonth, type MonthChange } from './change-month.tsx';
import { changesText } from './changes-text.ts';
import { comparedText, differenceCount, type Month, monthTitle } from './month-text.ts';
import { useMonths } from './queries.ts';

export function Months({ within, compared = '' }: { within?: { from: string | null; to: string | null }; compared?: string | null }) {
  const list = useMonths(compared);
  const [change, setChange] = useState<MonthChange | null>(null);
  const all = list.data?.pages.flatMap((page) => page.months) ?? [];
  const isWithin = ({ month }: Month) => !within || (month >= (within.from ?? '').slice(0, 7) && month <= (within.to ?? '').slice(0, 7));
  const months = all.filter(isWithin);
  if (within && list.isSuccess && months.length === 0) return null;
  return (
    <Section
      title="Months"
      about="A closed month has a stamp with its comparison. What changes it afterwards is accepted, and named here."
      padding={0}
    >
      <Listed
        query={within ? { ...list, hasNextPage: false } : list}
        rows={months}
        height={96}
        empty={<Empty title="No month was compared yet">Reconcile the orders of a month to close it.</Empty>}
      >
        <DataTable minWidth={420} label="Months of the books" heads={['Month', 'State', 'Compared', ['Actions', 'hidden']]}>
          {months.map((month) => (
            <MonthRow key={month.month} month={month} ask={setChange} />
          ))}
        </DataTable>
      </Listed>
      {change && <ChangeMonth change={change} close={() => setChange(null)} />}
    </Section>
  );
}

function MonthRow({ month, ask }: { month: Month; ask: (change: MonthChange) => void }) {
  const { state, comparison } = month;
  const isClosed = state === 'closed';
  const title = monthTitle(month.month);
  return (
    <Table.Tr>
      <Table.Td style={{ whiteSpace: 'nowrap' }}>
        <Text fz="sm" fw={550}>
          {title}
        </Text>
      </Table.Td>
      <Table.Td>
        <State month={month} />
      </Table.Td>
      <Table.Td>
        <Text fz="sm">{comparison ? comparedText(comparison) : '–'}</Text>
        {state !== 'closed' && !month.is_over && <Note>It can be closed when it is over.</Note>}
        {month.later_comparison && <Note>A later comparison has {differenceCount(month.later_comparison)}.</Note>}
      </Table.Td>
      <Table.Td>
        <Group justify="flex-end">
          {(isClosed || (comparison && month.is_over)) && (
            <Button
              size="xs"
              variant="default"
              aria-label={`${isClosed ? 'Reopen' : 'Close'} ${title}`}
              onClick={() => ask({ of: month, to: isClosed ? 'reopened' : 'closed' })}
            >
              {isClosed ? 'Reopen' : 'Close'}
            </Button>
          )}
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

function State({ month }: { month: Month }) {
  const { state, comparison, changed_since: changes, closed_at, reopened_at } = month;
  const changesShown = changesText(changes);
  if (state !== 'closed')
    return (
      <Stack gap={2}>
        <Text fz="sm">
          {state === 'open' ? 'Open' : 'Reopened'}
          {comparison && `, ${differenceCount(comparison)}`}
        </Text>
        {state === 'reopened' && (
          <Note>
            {reopened_at && <Time at={reopened_at} ago />}: {month.reopen_reason}
          </Note>
        )}
      </Stack>
    );
  return (
    <Stack gap={2}>
      <Group gap={6}>
        <Badge color={comparison?.differences === 0 ? 'teal' : 'orange'}>Closed, {differenceCount(comparison)}</Badge>
        <Text fz="xs" c="dimmed" component="span">
          {closed_at && <Time at={closed_at} ago />}
        </Text>
      </Group>
      {month.reason && <Note>{month.reason}</Note>}
      {changesShown && (
        <Text fz="xs" c={changes ? 'var(--bad)' : 'dimmed'}>
          Changed since: {changesShown}
        </Text>
      )}
    </Stack>
  );
}
