import { Textarea } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Form } from '../kit/form.tsx';
import { Section } from '../kit/page.tsx';
import { queryKey, type Rules } from './rules.ts';

const textOf = (networks: readonly string[]) => networks.join('\n');
const networksIn = (text: string) => text.split(/[\s,;]+/).filter((network) => network !== '');

export function StaffNetworks({ rules }: { rules: Rules }) {
  const [text, setText] = useState(textOf(rules.staff_networks));
  const queries = useQueryClient();
  const save = useMutation<Answer<'changeTrafficRules'>, ApiError>({
    mutationFn: () => call('changeTrafficRules', { body: { staff_networks: networksIn(text) } }),
    onSuccess({ staff_networks: saved }) {
      setText(textOf(saved));
      queries.invalidateQueries({ queryKey });
    },
  });
  return (
    <Section
      title="Networks of your staff"
      about="Clicks from these networks are of your staff: they and their orders are left out of the rates."
    >
      <Form run={save} action="Save the networks" done="Saved. New clicks follow within a minute; apply the rules below to earlier clicks.">
        <Textarea
          label="Networks"
          description="One per line, such as 203.0.113.0/24 or 2001:db8:1::/48. IPv4 from /16 to /24, IPv6 from /48 to /56; at most 50."
          autosize
          minRows={2}
          maxRows={12}
          spellCheck={false}
          value={text}
          onChange={({ currentTarget: { value } }) => setText(value)}
          onBlur={() => setText(textOf(networksIn(text)))}
          error={save.error?.fields.staff_networks}
        />
      </Form>
    </Section>
  );
}
