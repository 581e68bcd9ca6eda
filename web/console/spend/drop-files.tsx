import { Anchor, Button, Group, Stack, Text } from '@mantine/core';
import { type DragEvent, useRef, useState } from 'react';
import { download } from '../kit/download.ts';
import { Icon } from '../kit/icon.tsx';
import { type KnownNetwork, networks } from '../kit/networks.ts';
import { sampleOf } from './samples.ts';

const guide = '/docs/guides/import-spend';

/** A drop is the shortcut of the button, which is the way by keyboard. */
export function DropFiles({ add }: { add: (files: File[]) => void }) {
  const input = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const drag = (isInside: boolean) => (event: DragEvent) => {
    event.preventDefault();
    setIsOver(isInside);
  };
  const drop = (event: DragEvent) => {
    drag(false)(event);
    add([...event.dataTransfer.files]);
  };
  return (
    <Stack gap="sm">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the button within does the same */}
      <div
        className="drop"
        data-over={isOver || undefined}
        onDragOver={drag(true)}
        onDragLeave={drag(false)}
        onDrop={drop}
      >
        <Icon name="download" size={24} />
        <Text fz="sm" ta="center">
          Drop CSV files here, or
        </Text>
        <Button variant="default" onClick={() => input.current?.click()}>
          Choose files
        </Button>
        <input
          ref={input}
          type="file"
          accept=".csv,.tsv,.txt,text/csv"
          multiple
          hidden
          aria-label="Reports of networks"
          onChange={({ currentTarget }) => {
            add([...(currentTarget.files ?? [])]);
            // The same file can be chosen again after a correction.
            currentTarget.value = '';
          }}
        />
      </div>
      <Group gap={6} justify="space-between">
        <Group gap={4}>
          <Text fz="xs" c="dimmed">
            Sample files:
          </Text>
          {Object.entries(networks).map(([network, title]) => (
            <Button
              key={network}
              size="compact-xs"
              variant="subtle"
              aria-label={`Sample file of ${title}`}
              onClick={() => download(`sample-${network}.csv`, sampleOf(network as KnownNetwork, Date.now()))}
            >
              {title}
            </Button>
          ))}
        </Group>
        <Anchor href={guide} target="_blank" rel="noreferrer" fz="xs">
          How to export a report
        </Anchor>
      </Group>
    </Stack>
  );
}
