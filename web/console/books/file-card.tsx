import { Group, Progress, Stack, Text } from '@mantine/core';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type Answer, type ApiError, call, callWithFile } from '../core/api.ts';
import { useMe } from '../core/me.ts';
import { type Environment, useScope } from '../core/scope.ts';
import { Button } from '../kit/button.tsx';
import { Leave } from '../kit/drop-files.tsx';
import { problemsOf } from '../kit/file-problems.ts';
import { Loading, Problem, Section } from '../kit/page.tsx';
import { ProblemTable } from '../kit/problem-table.tsx';
import { isLarge, maxFileBytes, uploaded } from '../kit/upload.ts';
import type { Reconciliation } from './answers.ts';
import { ColumnsForm } from './columns-form.tsx';
import { type Facts, factsOf, formatTitle, neededColumns, requestOf } from './facts.ts';
import { FactsForm } from './facts-form.tsx';
import { firstLines, recognised } from './headings.ts';
import { figuresKey, listKey } from './queries.ts';
import { isQuestion, questionsOf } from './questions.ts';

type Props = {
  file: File;
  earlier: Reconciliation | undefined;
  leave: () => void;
  start: (id: string) => void;
};

export function FileCard({ file, ...props }: Props) {
  if (file.size > 0 && file.size <= maxFileBytes) return <ReadableFile file={file} {...props} />;
  return (
    <Section title={file.name} actions={<Leave leave={props.leave} />}>
      <Text fz="sm" role="alert">
        {file.size === 0 ? 'The file is empty.' : 'A file has at most 50 MB. Export fewer days at a time.'}
      </Text>
    </Section>
  );
}

function ReadableFile({ file, earlier, leave, start }: Props) {
  const { environment, zone } = useScope();
  const me = useMe();
  const [entered, setEntered] = useState<Partial<Facts>>({});
  const [share, setShare] = useState(0);
  const queries = useQueryClient();
  const facts = factsOf(entered, { earlier, zone: me.data?.timezone ?? zone });
  const lines = useQuery({
    queryKey: ['first-orders', file.name, file.size, file.lastModified],
    queryFn: () => firstLines(file),
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  const run = useMutation<Answer<'createReconciliation'>, ApiError>({
    mutationFn: () => started(file, facts, environment, setShare),
    onSuccess(reconciliation) {
      const { reconciliation_id: id } = reconciliation;
      queries.invalidateQueries({ queryKey: listKey(environment) });
      queries.invalidateQueries({ queryKey: figuresKey(id, environment) });
      start(id);
    },
  });
  const problems = problemsOf(run.error);
  const others = problems.filter((problem) => !isQuestion(problem));
  const questions = questionsOf(problems);
  const recognisedFile = recognised(lines.data ?? [], facts.columns);
  const isReady = neededColumns.every((column) => recognisedFile.columns[column]);
  // An error refers to the fields as they were sent.
  const change = (part: Partial<Facts>) => {
    run.reset();
    setEntered((before) => ({ ...before, ...part }));
  };
  return (
    <Section
      title={file.name}
      about={
        recognisedFile.format === null
          ? 'Name the columns of this file.'
          : recognisedFile.format === 'own'
            ? 'Its columns are recognised.'
            : `Recognised as an export of ${formatTitle(recognisedFile.format)}.`
      }
    >
      <Stack gap="md">
        {lines.data ? (
          <ColumnsForm found={recognisedFile} columns={facts.columns} error={questions.columns} change={(columns) => change({ columns })} />
        ) : (
          <Loading height={160} />
        )}
        <FactsForm facts={facts} hasCurrency={recognisedFile.columns.currency !== undefined} questions={questions} change={change} />
        <div aria-live="polite">
          {run.isError && problems.length === 0 && <Refused error={run.error} />}
          {problems.length > 0 && others.length === 0 && (
            <Text fz="sm" role="status">
              Fill in what is marked above.
            </Text>
          )}
          {others.length > 0 && <ProblemTable problems={others} error={run.error} file={file} nothing="nothing was compared" />}
        </div>
        {run.isPending && share > 0 && share < 1 && <Progress value={share * 100} aria-label="Upload of the file" />}
        <Group>
          <Button onClick={() => run.mutateAsync()} disabled={!isReady || (run.isError && problems.length > 0)}>
            Reconcile
          </Button>
          <Leave leave={leave} />
        </Group>
      </Stack>
    </Section>
  );
}

/** The daily limit may last hours, so the message shows no countdown. */
function Refused({ error }: { error: ApiError }) {
  const isDaily = error.status === 429 && (error.retryAfterSeconds ?? 0) > 60;
  if (!isDaily) return <Problem error={error} />;
  const wait = new Error('An account has 10 reconciliations a day. The file was not compared.');
  return <Problem title="All reconciliations of today are used" error={wait} />;
}

/** `progress` gets the share of a large file that has been uploaded. */
async function started(
  file: Blob,
  facts: Facts,
  environment: Environment,
  progress: (share: number) => void,
): Promise<Answer<'createReconciliation'>> {
  const { columns, ...requestFields } = requestOf(facts);
  if (!isLarge(file)) {
    const query = { ...requestFields, environment, ...(columns && { columns: JSON.stringify(columns) }) };
    return await callWithFile('createReconciliation', file, { query });
  }
  const upload_id = await uploaded(file, progress);
  const window_hours = Number(facts.window_hours);
  const body = { ...requestFields, window_hours, ...(columns && { columns }), upload_id };
  return await call('createReconciliation', { query: { environment }, body: body as never });
}
