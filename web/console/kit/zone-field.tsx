import { Select } from '@mantine/core';
import { browserZone } from '../core/scope.ts';

const zones = () => [...new Set([browserZone, 'UTC', ...Intl.supportedValuesOf('timeZone')])];

/** A part of the name finds a time zone: "new york" finds America/New_York. */
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
