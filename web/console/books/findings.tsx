import { Alert, Anchor } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { percentText } from '../kit/money.ts';
import { ordersText } from './amounts.ts';
import type { Figures } from './answers.ts';

type Finding = Figures['findings'][number];

export const Findings = ({ findings }: { findings: readonly Finding[] }) =>
  findings.map((finding) => (
    <Alert key={finding.code} color={finding.severity === 'critical' ? 'red' : 'orange'}>
      {textOf(finding)}
    </Alert>
  ));

const listed = {
  orders_doubled: ['doubled', 'counted twice, under two event IDs'],
  orders_rejected: ['rejected', 'did not arrive because each attempt was rejected'],
  refunds_missing: ['refund_differs', 'have another refund in the shop, or are cancelled there'],
  statuses_unclear: ['unclear_status', 'have a status that is in no list: are they paid?'],
} as const;

function textOf({ code, facts: { orders = 0, arrived = 0, coverage = 0, bound = 0 } }: Finding): ReactNode {
  if (code === 'coverage_low')
    return `Of ${ordersText(orders)}, ${arrived} arrived: ${percentText(coverage)}, under your bound of ${percentText(bound)}. Check that your back end sends each order, also after an error, and that the event IDs contain the IDs of orders.`;
  const [category, text] = listed[code];
  return (
    <>
      {ordersText(orders)} {text}.{' '}
      <Anchor
        component={Link}
        to="."
        search={((before: object) => ({ ...before, category })) as never}
        hash="orders"
        {...({ inherit: true, c: 'inherit', underline: 'always' } as const)}
      >
        See each
      </Anchor>
    </>
  );
}
