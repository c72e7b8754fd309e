import type { Texts } from './sentences.ts';

export const en: Texts = {
  'invitation.received': {
    title: '{by} invites you to {project}',
    body: 'You would join as {role}.',
    setting: 'Invitations',
  },
  'member.joined': {
    title: '{name} joined {project}',
    body: 'As {role}.',
    setting: 'Somebody joined',
  },
  'project.offered': {
    title: '{by} offers you to own {project}',
    body: 'Accept or decline it in the settings of the project. The offer stands for seven days.',
    setting: 'A project is offered to you',
  },
  'project.deleted': {
    title: '{by} deleted {project}',
    body: 'Its owners can restore it for {days} days.',
    setting: 'A project was deleted',
  },
  'invitation.stale': {
    title: '{email} could not join',
    body: 'Who had sent the invitation may not invite as {role} any more. Invite them again if they should join.',
    setting: 'An invitation could not be accepted',
  },
  'run.ended': { title: '{run} done: {title}', setting: 'Long work is done' },
  'run.failed': { title: '{run} failed: {title}', setting: 'Work failed' },
  'workflow.notice': {
    title: 'From the workflow “{workflow}”',
    body: '{text}',
    setting: 'A workflow has something to say',
  },
  'workflow.failed': {
    title: 'The workflow “{workflow}” failed',
    body: '{error}',
    setting: 'A workflow failed',
  },
  'workflow.held': {
    title: 'The workflow “{workflow}” is held',
    body: '{person}, on whose behalf it ran, is no longer in the project. Publish it again to let it run as you.',
    setting: 'A workflow is held',
  },
  'workflow.skipped': {
    title: 'Skipped runs of “{workflow}”: {count}',
    body: 'While it rests, the first 1,000 runs are kept for a week. What was skipped stands in its history.',
    setting: 'Runs of a resting workflow were skipped',
  },
  'key.rotated': {
    title: 'The key “{key}” was rotated',
    body: '{by} made a new secret for it.',
    setting: 'A key was rotated',
  },
  'key.expiring': {
    title: 'The key “{key}” expires in {days} days',
    body: 'What uses it stops working then.',
    setting: 'A key is about to expire',
  },
  'key.cap': {
    title: 'The key “{key}” has used {percent}% of its spend cap of {cap} credits',
    body: 'Once it is reached, what costs credits is refused, and runs that its writing sets off are held. Everything else goes on.',
    setting: 'A key comes near its spend cap',
  },
  'key.expired': {
    title: 'The key “{key}” has expired',
    body: 'What used it is refused now. Rotate the key, or make a new one.',
    setting: 'A key has expired',
  },
  'key.reported': {
    title: 'The key “{key}” was found in public and revoked',
    body: 'Somebody sent it to us as leaked. Make a new one for what used it, and look where it was written down.',
    setting: 'A key leaked',
  },
  'key.held': {
    title: 'The key “{key}” is held',
    body: '{person}, whose rights it has, is no longer in the project.',
    setting: 'A key is held',
  },
  'approval.asked': {
    title: '{by} asks for your approval: {title}',
    body: '{question}',
    setting: 'Your approval is asked for',
  },
  'proposal.failed': {
    title: 'Approved, but not done: {title}',
    body: '{by} asked for it. {error}',
    setting: 'What you approved could not be done',
  },
  'golden.broken': {
    title: 'A verified answer no longer holds: {question}',
    body: '{problem}',
    setting: 'A verified answer no longer holds',
  },
  'measure.broken': {
    title: 'The measure “{measure}” can no longer be computed',
    body: '{problem}',
    setting: 'A measure can no longer be computed',
  },
  'alert.fired': { title: 'Alert: {title}', body: 'Now at {value}.', setting: 'An alert fired' },
  'alert.recovered': {
    title: 'Back to normal: {title}',
    body: 'Now at {value}.[ It had fired for {lasted}.]',
    setting: 'An alert is over',
  },
  'alert.broken': {
    title: 'An alert can not be checked: {title}',
    body: '{error}',
    setting: 'An alert can not be checked',
  },
  'alert.mended': {
    title: 'Checked again: {title}',
    setting: 'An alert is checked again',
  },
  'alert.held': {
    title: 'An alert is held: {title}',
    body: '{person} may not ask for it any more. Whoever may change the dashboard can take it over.',
    setting: 'An alert is held',
  },
  'subscription.failed': {
    title: 'A subscription could not be sent: {dashboard}',
    body: 'None of its tiles could be read.',
    setting: 'A subscription could not be sent',
  },
  'subscription.unfiltered': {
    title: 'A subscription could not be sent: {dashboard}',
    body: 'It needs a value for: {filters}. Give the filter a first value, or choose one on the dashboard and subscribe again.',
    setting: 'A subscription lacks a filter',
  },
  'subscription.held': {
    title: 'A subscription is held: {dashboard}',
    body: '{person}, on whose behalf it was sent, may not look at it any more. Whoever may change the dashboard can take it over to have it sent again.',
    setting: 'A subscription is held',
  },
  'subscription.waiting': {
    title: 'A subscription waits: {dashboard}',
    body: 'The time zone of the project, “{zone}”, is not known here, so nothing is sent. It goes on as soon as an admin chooses another one in the settings of the project.',
    setting: 'A subscription waits',
  },
  'comment.mentioned': {
    title: '{by} mentioned you on {dashboard}',
    body: '{text}',
    setting: 'Somebody mentioned you',
  },
  'credits.low': {
    title: '{percent}% of your credits are left',
    body: 'With none left, answers of the assistant and workflows rest. Looking, editing and exporting go on.',
    setting: 'Credits run low',
  },
  'credits.given': {
    title: 'You were given {credits} credits',
    body: 'By those who run this installation, as goodwill. They can be used for {days} days.',
    setting: 'You are given credits',
  },
  'sponsor.offered': {
    title: '{by} asks about paying for {project}',
    body: 'One side offers it, the other accepts: see Account › Billing, or the usage of the project.',
    setting: 'Somebody asks about paying for a project',
  },
  'sponsor.changed': {
    title: 'Who pays for {project} has changed',
    body: 'By {by}. What runs already stays with who paid for it so far.',
    setting: 'Who pays for a project has changed',
  },
  'sponsor.out': {
    title: '{name} pays for {project} now',
    body: '{by} has nothing left for it at the moment: the credits are used up, a cap is reached, or the account is being checked. {by} pays again as soon as that is over.',
    setting: 'A sponsor can not pay at the moment',
  },
  'sponsor.back': {
    title: '{by} pays for {project} again',
    body: 'Meanwhile it was {name}.',
    setting: 'A sponsor pays again',
  },
  'threshold.reached': {
    title: '{percent}% of your spend cap of {what} credits used',
    setting: 'Usage reaches a threshold',
  },
  'impersonation.started': {
    title: '{staff} of the support acts as you',
    body: 'Reason: {reason}. It ends after an hour at the latest; what was done is listed under Account › Security.',
    setting: 'Support acts as you',
  },
  'account.exported': {
    title: 'The file with your data is ready',
    body: 'It can be fetched for seven days.',
    setting: 'The file with your data is ready',
  },
  'support.asked': {
    title: '{person} asks support: {subject}',
    setting: 'Somebody asks support',
  },
  'account.frozen': {
    title: 'The credits of {person} do not add up',
    body: 'The account is frozen: nothing is set aside or booked there until you have looked.',
    setting: 'An account is frozen because its sums do not agree',
  },
  'recovery.ready': {
    title: '{person} lost every second factor: decide',
    setting: 'Somebody lost every second factor',
  },
  'findings.new': {
    title: 'New findings in {connector}: {count}',
    body: '{list}',
    setting: 'New grave findings',
  },
  'query.broken': {
    title: 'Your query “{query}” no longer works',
    body: 'The table {table} changed: {what}.',
    setting: 'A private query of yours no longer works',
  },
  'finding.assigned': {
    title: '{by} asks you to look after a finding',
    body: 'It is about {table}.',
    setting: 'A finding is assigned to you',
  },
  'support.answered': {
    title: 'An answer from support: {subject}',
    setting: 'Support answered',
  },
};
