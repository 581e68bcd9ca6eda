import { Group, SegmentedControl, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useChangeSearch } from '../core/use-change-search.ts';

export const ValueSwitch = ({ isNet, disabled = false }: { isNet: boolean; disabled?: boolean }) => (
  <Switch
    label="Value"
    name="value"
    value={isNet ? 'net' : ''}
    disabled={disabled}
    choices={[
      { value: '', label: 'Gross' },
      { value: 'net', label: 'Net' },
    ]}
  />
);

export const TrafficSwitch = ({ isAll, disabled = false }: { isAll: boolean; disabled?: boolean }) => (
  <Switch
    label="Clicks"
    name="traffic"
    value={isAll ? 'all' : ''}
    disabled={disabled}
    choices={[
      { value: '', label: 'People only' },
      { value: 'all', label: 'All clicks' },
    ]}
  />
);

function Switch({
  label,
  name,
  value,
  disabled,
  choices,
}: {
  label: string;
  name: 'value' | 'traffic';
  value: string;
  disabled: boolean;
  choices: { value: string; label: string }[];
}) {
  const change = useChangeSearch();
  return (
    <SegmentedControl
      size="xs"
      aria-label={label}
      value={value}
      disabled={disabled}
      data={choices}
      onChange={(chosen) => change({ [name]: chosen || undefined }, { replace: true })}
    />
  );
}

export const Switches = ({ children, about }: { children: ReactNode; about: readonly string[] }) => (
  <Group gap="xs">
    {children}
    <Text fz="xs" c="dimmed" role="status" style={{ flex: '1 1 100%' }}>
      {about.join(' ')}
    </Text>
  </Group>
);
