import { channelNames, channelTitle } from './channels.ts';
import { Choice } from './choice.tsx';
import { FilterChips } from './filter-chips.tsx';

/** A filter is a chip while it has a value, and a select if it has choices. */
export type ChoiceFilter<Name extends string = string> = {
  name: Name;
  label: string;
  value: string | undefined;
  none?: string;
  choices?: readonly (readonly [value: string, label: string])[];
  disabled?: boolean;
  /** The chip says this in place of the label and the choice. */
  chip?: { label?: string; value?: string };
};

type Filters<Name extends string> = {
  filters: readonly ChoiceFilter<Name>[];
  change: (changes: { [name in Name]?: never }) => void;
};

export const channelFilter = (value: string | undefined): ChoiceFilter<'channel'> => ({
  name: 'channel',
  label: 'Channel',
  value,
  none: 'Any channel',
  choices: channelNames.map((channel) => [channel, channelTitle(channel)]),
});

const changed = <Name extends string>(name: Name, value: string | undefined) => ({ [name]: value }) as never;

export const ChoiceFilters = <Name extends string>({ filters, change }: Filters<Name>) =>
  filters.map(
    ({ name, chip: _, choices, ...filter }) =>
      choices && <Choice key={name} {...filter} choices={choices} choose={(value) => change(changed(name, value))} />,
  );

export const ChoiceChips = <Name extends string>({ filters, change }: Filters<Name>) => (
  <FilterChips
    others={filters.flatMap(({ name, label, value, choices, disabled, chip }) =>
      value === undefined || disabled
        ? []
        : {
            label: chip?.label ?? label,
            value: chip?.value ?? choices?.find(([choice]) => choice === value)?.[1] ?? value,
            remove: () => change(changed(name, undefined)),
          },
    )}
  />
);
