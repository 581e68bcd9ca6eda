import { NativeSelect, SimpleGrid, TextInput } from '@mantine/core';
import { useState } from 'react';
import { networkTitle, reportedNetworks } from '../kit/networks.ts';
import { ZoneField } from '../kit/zone-field.tsx';
import { dateFormats, type Facts } from './facts.ts';

const orders: Record<(typeof dateFormats)[number], string> = {
  'YYYY-MM-DD': 'Year first: 2026-04-03',
  'MM/DD/YYYY': 'Month first: 04/03/2026',
  'DD/MM/YYYY': 'Day first: 03/04/2026',
};

export function FactsForm({
  facts,
  recognised,
  accounts,
  questions,
  change,
}: {
  facts: Facts;
  recognised: string;
  accounts: readonly string[];
  questions: Record<string, string>;
  change: (part: Partial<Facts>) => void;
}) {
  const isKnown = facts.network === '' || Object.hasOwn(reportedNetworks, facts.network);
  const [isOther, setIsOther] = useState(!isKnown);
  const networkQuestion =
    questions.network ?? (questions.columns !== undefined && facts.network === '' ? 'Choose the network.' : undefined);
  return (
    <SimpleGrid cols={{ base: 1, xs: 2, lg: 3 }} spacing="sm" verticalSpacing="xs">
      <NativeSelect
        label="Network"
        value={isOther ? 'other' : facts.network}
        error={isOther ? undefined : networkQuestion}
        onChange={({ currentTarget: { value } }) => {
          setIsOther(value === 'other');
          change({ network: value === 'other' ? '' : value });
        }}
        data={[
          { value: '', label: recognised ? `${networkTitle(recognised)} (recognised)` : 'As in the file' },
          ...Object.entries(reportedNetworks).map(([value, label]) => ({ value, label })),
          { value: 'other', label: 'Another network' },
        ]}
      />
      {isOther && (
        <Typed
          label="Name of the network"
          description="Lower-case letters, digits and underscores"
          placeholder="podcast"
          value={facts.network}
          error={questions.network}
          change={(network) => change({ network })}
        />
      )}
      <Typed
        label="Ad account"
        placeholder="Default account"
        value={facts.account}
        error={questions.account}
        suggestions={accounts.filter((account) => account !== 'default')}
        change={(account) => change({ account })}
      />
      <ZoneField
        label="Time zone of the ad account"
        value={facts.time_zone}
        error={questions.time_zone}
        change={(time_zone) => change({ time_zone })}
      />
      <Typed
        label="Currency"
        placeholder="As in the file"
        value={facts.currency}
        error={questions.currency}
        change={(currency) => change({ currency: currency.toUpperCase() })}
      />
      <NativeSelect
        label="Dates"
        value={facts.date_format}
        error={questions.date_format}
        onChange={({ currentTarget: { value } }) => change({ date_format: value as Facts['date_format'] })}
        data={[{ value: '', label: 'As in the file' }, ...dateFormats.map((value) => ({ value, label: orders[value] }))]}
      />
      <NativeSelect
        label="Days that have spend already"
        value={facts.mode}
        onChange={({ currentTarget: { value } }) => change({ mode: value as Facts['mode'] })}
        data={[
          { value: 'replace_days', label: 'Replace the whole day' },
          { value: 'upsert', label: 'Add and change rows only' },
        ]}
      />
    </SimpleGrid>
  );
}

/** The text is applied when the field loses focus, because each change reads the file again. */
function Typed({
  value,
  change,
  suggestions = [],
  ...props
}: {
  label: string;
  description?: string;
  placeholder: string;
  value: string;
  error: string | undefined;
  suggestions?: readonly string[];
  change: (value: string) => void;
}) {
  const [draft, setDraft] = useState<string | null>(null);
  const list = `suggestions-${props.label.replaceAll(' ', '-')}`;
  const commit = () => {
    if (draft !== null && draft.trim() !== value) change(draft.trim());
    setDraft(null);
  };
  return (
    <>
      <TextInput
        {...props}
        value={draft ?? value}
        autoComplete="off"
        {...(suggestions.length > 0 && { list })}
        onChange={(event) => setDraft(event.currentTarget.value)}
        onBlur={commit}
        onKeyDown={({ key }) => key === 'Enter' && commit()}
      />
      {suggestions.length > 0 && (
        <datalist id={list}>
          {suggestions.map((text) => (
            <option key={text} value={text} />
          ))}
        </datalist>
      )}
    </>
  );
}
