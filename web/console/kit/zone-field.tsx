import { Select } from '@mantine/core';
import { browserZone } from '../core/scope.ts';

const zones = () => [...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

const plain = (name: string) => name.replaceAll('_', ' ').trim().toLowerCase();

/** A part of the name finds a time zone: "new york" and "new_york" find America/New_York, and Enter takes the first. */
export const ZoneField = ({
  value,
  change,
  error,
  isRequired = false,
  ...texts
}: {
  label?: string;
  'aria-label'?: string;
  description?: string;
  value: string;
  change: (zone: string) => void;
  error?: string | undefined;
  isRequired?: boolean;
}) => (
  <Select
    {...texts}
    placeholder="Not set"
    searchable
    selectFirstOptionOnChange
    filter={({ options, search }) => options.filter((zone) => 'label' in zone && plain(zone.label).includes(plain(search)))}
    // On a phone, typing would continue the name of the chosen zone.
    onClick={({ currentTarget }) => currentTarget.select()}
    clearable={!isRequired}
    allowDeselect={!isRequired}
    nothingFoundMessage="No such time zone"
    clearButtonProps={{ 'aria-label': 'Clear the time zone' }}
    comboboxProps={{ withinPortal: false }}
    value={value || null}
    onChange={(zone) => change(zone ?? '')}
    data={[...new Set([...(value ? [value] : []), ...zones()])].map((zone) => ({
      value: zone,
      label: zone.replaceAll('_', ' '),
    }))}
    error={error}
  />
);
