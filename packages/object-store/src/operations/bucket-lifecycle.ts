import { readBucket, sendXml, type Exchange } from '../http/operation.ts';
import { element, xmlDocument } from '../http/xml.ts';

/**
 * The store's one rule, the same for every bucket: clients that rely on older versions can see for how
 * long. It is set where the store is started, not here.
 */
export async function getBucketLifecycle(exchange: Exchange): Promise<void> {
  readBucket(exchange);
  const { response, store } = exchange;
  const days = element('NoncurrentDays', String(store.versionDays));
  const rule = [
    element('ID', 'older-versions'),
    '<Filter><Prefix></Prefix></Filter>',
    element('Status', 'Enabled'),
    `<NoncurrentVersionExpiration>${days}</NoncurrentVersionExpiration>`,
  ].join('');
  sendXml(response, xmlDocument('LifecycleConfiguration', `<Rule>${rule}</Rule>`));
}
