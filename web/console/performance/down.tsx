import { Button, Group, Text } from '@mantine/core';
import { missingRates } from '../kit/missing-rates.ts';
import { Problem, Section } from '../kit/page.tsx';
import { SpendButton } from './spend-link.tsx';
import type { View } from './view.ts';

export function Down({ error, retry, view }: { error: unknown; retry: () => void; view: View }) {
  const problems = missingRates(error);
  if (problems.length === 0) return <Problem title="Performance could not be loaded" error={error} retry={retry} />;
  return (
    <Section title="Exchange rates are missing">
      <Text fz="sm" component="div" className="anywhere">
        {problems.map((text) => (
          <p key={text}>{text}</p>
        ))}
        An amount is converted by the rate of its own day, and by no other.
      </Text>
      <Group mt="sm">
        <SpendButton tab="rates">Enter the rates</SpendButton>
        <Button variant="default" onClick={() => view.change({ currency: undefined, currencies: 'original' })}>
          Show each currency apart
        </Button>
      </Group>
    </Section>
  );
}
