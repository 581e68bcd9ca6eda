import { NumberInput, Switch, Textarea, type TextareaProps } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call } from '../core/api.ts';
import { Form } from '../kit/form.tsx';
import { Loaded, Section } from '../kit/page.tsx';

type RuleSet = Answer<'readReconciliationRules'>;

const queryKey = ['reconciliation-rules'];

export function Rules() {
  const rules = useQuery({ queryKey, queryFn: () => call('readReconciliationRules', {}) });
  return (
    <Section title="Rules" about="Which orders are no sales. They apply to files that you reconcile from now on, live and test.">
      <Loaded query={rules} height={320}>
        {(data) => <RulesForm rules={data} />}
      </Loaded>
    </Section>
  );
}

/** The API ignores case, so lines that differ only in case are equal. */
const linesOf = (text: string): string[] => [
  ...new Set(
    text
      .split('\n')
      .map((line) => line.trim().toLowerCase())
      .filter(Boolean),
  ),
];

function RulesForm({ rules }: { rules: RuleSet }) {
  const [statuses, setStatuses] = useState(rules.excluded_statuses.join('\n'));
  const [paid, setPaid] = useState(rules.paid_statuses.join('\n'));
  const [channels, setChannels] = useState(rules.excluded_channels.join('\n'));
  const [excludesTests, setExcludesTests] = useState(rules.exclude_tests);
  const [percent, setPercent] = useState<number | string>(Math.round(rules.coverage_bound * 1000) / 10);
  const queries = useQueryClient();
  const save = useMutation<RuleSet, ApiError>({
    mutationFn: () =>
      call('changeReconciliationRules', {
        body: {
          excluded_statuses: linesOf(statuses),
          paid_statuses: linesOf(paid),
          excluded_channels: linesOf(channels),
          exclude_tests: excludesTests,
          coverage_bound: Number(percent) / 100,
        },
      }),
    onSuccess(saved) {
      queries.setQueryData(queryKey, saved);
    },
  });
  return (
    <Form run={{ ...save, mutate: () => save.mutate() }} action="Save the rules" done="The rules are saved." look="filled">
      <Lines
        label="Statuses that are no sales"
        description="One per line, as your shop writes them"
        of={[statuses, setStatuses]}
        error={save.error?.fields.excluded_statuses}
      />
      <Lines
        label="Statuses of sales that no list has"
        description="One per line. Orders of a status in neither list are unclear"
        of={[paid, setPaid]}
        error={save.error?.fields.paid_statuses}
      />
      <Lines
        label="Channels of the shop that adtrail does not get"
        description="One per line, such as pos"
        of={[channels, setChannels]}
        error={save.error?.fields.excluded_channels}
      />
      <Switch
        label="Leave out test orders"
        checked={excludesTests}
        onChange={({ currentTarget: { checked } }) => setExcludesTests(checked)}
      />
      <NumberInput
        label="Coverage that you want to reach"
        description="A file of at least 20 orders with less sends a webhook event and an e-mail. 0% sends none."
        min={0}
        max={100}
        decimalScale={1}
        suffix="%"
        hideControls
        value={percent}
        onChange={setPercent}
        error={save.error?.fields.coverage_bound}
      />
    </Form>
  );
}

type LinesProps = Pick<TextareaProps, 'label' | 'description' | 'error'> & {
  of: readonly [text: string, change: (text: string) => void];
};
const Lines = ({ of: [text, change], ...props }: LinesProps) => (
  <Textarea
    {...props}
    autosize
    minRows={2}
    maxRows={10}
    value={text}
    onChange={({ currentTarget: { value } }) => change(value)}
    onBlur={() => change(linesOf(text).join('\n'))}
  />
);
