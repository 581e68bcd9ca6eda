import { NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import { type Channel, channelNames, channelTitle } from '../kit/channels.ts';
import { DialogForm } from '../kit/confirm.tsx';
import { type OwnRule, useSaveRules } from './rules.ts';

const fields = [
  ['host', 'Host of the page before', 'partner.example'],
  ['source', 'utm_source', 'radio'],
  ['medium', 'utm_medium', 'podcast'],
  ['campaign_prefix', 'The campaign begins with', 'spring_'],
] as const;
type Conditions = Record<(typeof fields)[number][0], string>;
const noConditions: Conditions = { host: '', source: '', medium: '', campaign_prefix: '' };
const choices = channelNames.filter((name) => name !== 'unknown');

export function AddRule({ rules, close }: { rules: readonly OwnRule[]; close: () => void }) {
  const [id, setId] = useState('');
  const [conditions, setConditions] = useState(noConditions);
  const [channel, setChannel] = useState<Channel>('affiliate');
  const [isFirst, setIsFirst] = useState(false);
  const save = useSaveRules();
  const submit = () => {
    const conditionEntries = fields.flatMap(([name]) => (conditions[name].trim() ? [[name, conditions[name]]] : []));
    const rule = { id, ...Object.fromEntries(conditionEntries), channel } as OwnRule;
    save.mutate(isFirst ? [rule, ...rules] : [...rules, rule], { onSuccess: close });
  };
  return (
    <DialogForm title="Add a rule" action="Add the rule" run={submit} close={close} isRunning={save.isPending} error={save.error}>
      <TextInput
        label="Name"
        description="Lower-case letters, digits and underscores. Clicks store it with their channel."
        placeholder="comparison_site"
        required
        value={id}
        onChange={(event) => setId(event.currentTarget.value)}
        error={save.error?.fields.id}
      />
      {fields.map(([name, label, placeholder], at) => (
        <TextInput
          key={name}
          label={label}
          {...(at === 0 && { description: 'At least one of the four. All that you enter must hold.' })}
          placeholder={placeholder}
          value={conditions[name]}
          onChange={({ currentTarget: { value } }) => setConditions({ ...conditions, [name]: value })}
          error={save.error?.fields[name]}
        />
      ))}
      <NativeSelect
        label="Channel"
        value={channel}
        onChange={(event) => setChannel(event.currentTarget.value as Channel)}
        data={choices.map((value) => ({ value, label: channelTitle(value) }))}
      />
      {rules.length > 0 && (
        <NativeSelect
          label="Place"
          value={isFirst ? 'first' : 'last'}
          onChange={(event) => setIsFirst(event.currentTarget.value === 'first')}
          data={[
            { value: 'last', label: 'After your other rules' },
            { value: 'first', label: 'Before your other rules' },
          ]}
        />
      )}
    </DialogForm>
  );
}
