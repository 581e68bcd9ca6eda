import { Button, NativeSelect, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { ZoneField } from '../kit/zone-field.tsx';
import { dateFormats, type Facts } from './facts.ts';

const orders: Record<(typeof dateFormats)[number], string> = {
  'YYYY-MM-DD': 'Year first: 2026-04-03',
  'MM/DD/YYYY': 'Month first: 04/03/2026',
  'DD/MM/YYYY': 'Day first: 03/04/2026',
};
const rare = ['event_type', 'id_template', 'from', 'to', 'window_hours', 'tolerance'] as const;

export function FactsForm({
  facts,
  hasCurrency,
  questions,
  change,
}: {
  facts: Facts;
  hasCurrency: boolean;
  questions: Record<string, string>;
  change: (part: Partial<Facts>) => void;
}) {
  const [isOpen, setIsOpen] = useState(false);
  const showsRare = isOpen || rare.some((name) => questions[name] !== undefined);
  const field = (name: (typeof rare)[number] | 'currency', label: string, description?: string) => (
    <TextInput
      label={label}
      description={description}
      type={name === 'from' || name === 'to' ? 'date' : 'text'}
      autoComplete="off"
      value={facts[name]}
      error={questions[name]}
      onChange={({ currentTarget: { value } }) => change({ [name]: name === 'currency' ? value.toUpperCase() : value })}
    />
  );
  return (
    <Stack gap="sm">
      <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm" verticalSpacing="xs">
        <ZoneField
          label="Time zone of the shop"
          value={facts.time_zone}
          error={questions.time_zone}
          change={(time_zone) => change({ time_zone })}
        />
        {(!hasCurrency || questions.currency !== undefined) && field('currency', 'Currency')}
        <NativeSelect
          label="Dates"
          value={facts.date_format}
          error={questions.date_format}
          onChange={({ currentTarget: { value } }) => change({ date_format: value as Facts['date_format'] })}
          data={[{ value: '', label: 'As in the file' }, ...dateFormats.map((value) => ({ value, label: orders[value] }))]}
        />
      </SimpleGrid>
      {showsRare ? (
        <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm" verticalSpacing="xs">
          {field('event_type', 'Type of your events of orders')}
          {field('id_template', 'Event ID of an order', 'With {order_id} in place of its ID')}
          {field('tolerance', 'Tolerance', 'A difference of values up to this amount is none')}
          {field('from', 'First day', 'Without it, the day of the first order')}
          {field('to', 'Last day', 'Without it, the day of the last order')}
          {field('window_hours', 'Hours at both ends', 'Events in them are not “only in adtrail”')}
        </SimpleGrid>
      ) : (
        <div>
          <Button size="compact-sm" variant="subtle" onClick={() => setIsOpen(true)}>
            Event IDs, period and tolerance
          </Button>
        </div>
      )}
    </Stack>
  );
}
