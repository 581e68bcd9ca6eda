import { NativeSelect } from '@mantine/core';

export const Choice = <Value extends string>({
  label,
  value,
  none,
  choices,
  choose,
  disabled = false,
}: {
  label: string;
  value: Value | undefined;
  none?: string;
  choices: readonly (readonly [value: Value, label: string])[];
  choose: (value: Value | undefined) => void;
  disabled?: boolean;
}) => (
  <NativeSelect
    aria-label={label}
    value={value ?? ''}
    disabled={disabled}
    onChange={({ currentTarget: { value: chosen } }) => choose(choices.find(([value]) => value === chosen)?.[0])}
    data={[...(none === undefined ? [] : [{ value: '', label: none }]), ...choices.map(([value, title]) => ({ value, label: title }))]}
  />
);

export const entriesOf = <Key extends string>(texts: Readonly<Record<Key, string>>) => Object.entries(texts) as [Key, string][];
