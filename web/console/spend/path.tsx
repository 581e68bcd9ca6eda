import { Text } from '@mantine/core';

export const Path = ({ names }: { names: readonly string[] }) => (
  <Text fz="sm" fw={550} className="anywhere">
    {names.length === 0 ? 'The whole ad account' : names.join(' › ')}
  </Text>
);
