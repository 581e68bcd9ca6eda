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

function textOf({ code, facts: { orders = 0, arrived = 0, coverage = 0, bound = 0 } }: Finding): ReactNode {
  switch (code) {
    case 'coverage_low':
      return `Of ${ordersText(orders)}, ${arrived} arrived: ${percentText(coverage)}, under your bound of ${percentText(bound)}. Check that your back end sends each order, also after an error, and that the event IDs contain the IDs of orders.`;
    case 'orders_doubled':
      return (
        <>
          {ordersText(orders)} counted twice, under two types. Remove one of these types from the conversion
          types in{' '}
          <Anchor component={Link} to="/keys" inherit c="inherit" underline="always">
            Keys and settings
          </Anchor>
          .
        </>
      );
    case 'orders_rejected':
      return (
        <>
          {ordersText(orders)} did not arrive because each attempt was rejected.{' '}
          <Anchor
            component={Link}
            to="."
            search={((before: object) => ({ ...before, category: 'rejected' })) as never}
            hash="orders"
            inherit
            c="inherit"
            underline="always"
          >
            See the reason of each
          </Anchor>
        </>
      );
  }
}
