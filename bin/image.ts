/** The entry of the image: the host on the volume, or `upgrade` of the volume to this version. */
const [command, ...rest] = process.argv.splice(2);
const isUpgrade = command === 'upgrade';
process.argv.push('--data', '/data');
if (isUpgrade) process.argv.push(...rest);
else process.argv.push('--address', '0.0.0.0', '--port', '3007', ...(command ? [command, ...rest] : []));
await import(isUpgrade ? './upgrade.ts' : './dev.ts');
