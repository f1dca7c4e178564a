import type { TradePack } from '../taxonomy.ts'

export const dentist: TradePack = {
  labels: {
    quality: 'Treatment',
    service: 'Team and manner',
    booking: 'Appointments',
    price: 'Cost and billing',
    wait: 'Waiting and punctuality',
    communication: 'Explaining and answering',
    comfort: 'Comfort and gentleness',
  },
  topics: [
    {
      key: 'quality.treatment',
      name: 'the treatment',
      whole: true,
      terms:
        'treatment|treatments, filling|fillings, crown|crowns, root canal, implant|implants, extraction, extractions, whitening, check up|ups, checkup|checkups, hygienist, scale and polish, veneer|veneers, bridge, denture|dentures, braces, aligner|aligners, invisalign, cleaning of my teeth, procedure, x ray|rays, wisdom tooth, dentistry, work on my teeth, dental work, bonding, retainer',
      weak: 'tooth, teeth',
      praise:
        'thorough*, looks _ natural, natural looking, perfect fit, fits perfectly, no pain since, pain is gone, pain gone, saved my tooth, fixed my tooth, beautiful smile, new smile, skilled, skilful, skillful, expert, healed well',
      complaints:
        "fell out, came out after|within|again, came loose, chipped again, cracked again, broke again|after|within, still hurts, still in pain, still sore, pain came back, had to be redone, had to have it redone, wrong tooth, misdiagnos*, missed a cavity, missed the, does not fit, doesn't fit, bite is off|wrong|uneven, uneven, nerve damage, had to see another dentist, another dentist had to, second opinion, rough edge*",
    },
    {
      key: 'comfort.pain',
      name: 'pain and gentleness',
      praised: 'gentleness',
      terms: 'injection|injections, needle*, anaesthetic, anesthetic, numbing',
      praise:
        "gentle, gently, painless*, pain free, didn't feel a thing, did not feel a thing, felt nothing, no pain, without pain, didn't hurt, did not hurt, hardly felt, barely felt, put me|us|him|her at ease, puts you|me at ease, at ease, nervous patient* welcome, calmed my nerves, calmed me|him|her, reassur*, made me feel relaxed|calm|comfortable|at, feel relaxed, felt relaxed, so patient with, light touch, very patient, careful with",
      complaints:
        "painful, pain during, in pain, in agony, agony, rough, rough with, heavy handed, hurt, hurts, gums bled, bleeding, not numb, wasn't numb, wasn't fully numb, still feel everything, could feel everything, not enough anaesthetic, didn't wait for the anaesthetic, jaw ached|hurt, bruised, scared, traumatic, brutal",
    },
    {
      key: 'service.team',
      name: 'the team',
      whole: true,
      terms: 'dentist|dentists, nurse|nurses, dental nurse, hygienists, reception, receptionist*, front desk, doctor',
    },
    {
      key: 'communication.explaining',
      name: 'the explanation of treatment',
      whole: true,
      terms: 'treatment plan, options, aftercare',
      praise:
        'all my|the options, gave me options, showed me the x|scan|photos|on, showed me _ x|scan|photos|screen, step by step, every step, before starting, before doing anything, no jargon, plain english, in plain language, time to answer',
      complaints:
        'had no idea what, no aftercare, without aftercare, in and out in # minutes, barely looked|spoke, hardly looked|spoke',
    },
    {
      key: 'price.bill',
      name: 'bills and charges',
      praised: 'costs and quotes',
      terms: 'insurance, nhs charge*, plan price, dental plan, finance plan, payment plan',
      praise:
        'written quote, printed estimate, written estimate, price list, costs up front, fees up front, costs in writing, cost in writing, knew the price|cost|fee before',
      complaints:
        'told _ nhs _ charged private*, billed _ insurance, charged privately, private fee*, more than i was told|quoted, more than the estimate, more than they said, than i was quoted|told, than we were quoted|told, not what i was quoted, extra # pounds, extra for, on top of the, nobody warned me about the cost|price|fee, no one warned _ cost|price|fee, charged for _ missed, surprise at the desk, only found out at the desk, found out at the till|desk',
    },
    {
      key: 'wait.booked',
      name: 'waiting for or at the appointment',
      praised: 'the punctuality',
      complaints:
        'after my appointment time, past my appointment, past my appointment time, after my slot, in the waiting room for, sat in the waiting room, sitting in the waiting room, late going in, called in late',
      praise:
        'seen on time, seen early, called in on time, straight in, went straight in, taken straight in, seen exactly on time, never kept waiting',
    },
    {
      key: 'safety.hygiene',
      name: 'hygiene during treatment',
      complaints:
        "no gloves, without gloves, didn't change gloves, did not change gloves, same gloves, unsterile, not sterile, not sterilised",
    },
    {
      key: 'trust.honesty',
      name: 'honesty about treatment',
      whole: true,
      praise:
        "didn't push|suggest|sell unnecessary|treatment|whitening, only does what|is, only did what|was, no unnecessary treatment, told me i didn't need",
      complaints:
        'push* whitening|veneers|private, pushing whitening|veneers|private, suddenly needed # fillings, suddenly had # cavities, # cavities that, said i needed # fillings',
    },
  ],
}
