import { Badge, Text } from '@mantine/core';
import type { Tone } from '../../core/theme.ts';
import { RowTable } from '../../kit/data-table.tsx';
import { Section } from '../../kit/page.tsx';
import { readable } from '../../kit/reasons.ts';
import { Time } from '../../kit/time.tsx';
import { fieldName } from '../kit/field-name.ts';
import type { Account } from './account.ts';

const colors: Record<string, Tone> = { sent: 'teal', failed: 'red', unknown: 'orange' };

export function Mails({ account: { mails } }: { account: Account }) {
  return (
    <Section
      title="E-mails"
      about="Of the last 90 days, at most 50, newest first. Texts and codes are not kept."
      padding={mails.length > 0 ? 0 : 'md'}
    >
      {mails.length === 0 ? (
        <Text fz="sm">None.</Text>
      ) : (
        <RowTable
          minWidth={320}
          label="Table of e-mails"
          verticalSpacing={6}
          rows={mails}
          keyOf={({ id }) => id}
          columns={[
            ['E-mail', ({ template }) => fieldName(template), 'anywhere'],
            ['Outcome', ({ outcome }) => <Badge color={colors[outcome] ?? 'gray'}>{readable(outcome)}</Badge>],
            ['Time', ({ at }) => <Time at={at} ago />],
          ]}
        />
      )}
    </Section>
  );
}
