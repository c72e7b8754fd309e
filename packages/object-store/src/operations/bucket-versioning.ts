import { receiveText } from '../http/body.ts';
import { StoreError } from '../http/errors.ts';
import { readBucket, sendEmpty, sendXml, type Exchange, type Store } from '../http/operation.ts';
import { childText, element, parseXml, xmlDocument } from '../http/xml.ts';

export async function getBucketVersioning(exchange: Exchange): Promise<void> {
  const { versioning } = readBucket(exchange);
  sendXml(exchange.response, xmlDocument('VersioningConfiguration', element('Status', versioning)));
}

export async function putBucketVersioning(exchange: Exchange): Promise<void> {
  const { store, request, signed, response } = exchange;
  const { name } = readBucket(exchange);
  const body = parseXml(await receiveText(request, signed));
  if (body.name !== 'VersioningConfiguration') throw new StoreError('MalformedXML');
  if (childText(body, 'MfaDelete')?.trim() === 'Enabled') {
    throw new StoreError('NotImplemented', 'Deleting with a second factor is not supported.');
  }
  const status = childText(body, 'Status')?.trim();
  if (status !== 'Enabled' && status !== 'Suspended') {
    throw new StoreError('IllegalVersioningConfigurationException');
  }
  await store.catalog.commit(() => {
    store.catalog.readBucket(name);
    store.catalog.setVersioning(name, status);
  });
  sendEmpty(response, 200);
}

/** Whoever suspended it knew why: only a bucket that was never asked begins to keep versions. */
export async function beginVersions({ catalog }: Store, name: string): Promise<void> {
  await catalog.commit(() => {
    if (!catalog.readBucket(name).versioning) catalog.setVersioning(name, 'Enabled');
  });
}
