import { buildPackage, type PackageName, packages } from '#lib/packages.ts';

// `npm run packages`: writes dist/ of every package in packages/, as it is published.
for (const name of Object.keys(packages) as PackageName[]) await buildPackage(name);
