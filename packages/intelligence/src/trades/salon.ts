import type { TradePack } from '../taxonomy.ts'

export const salon: TradePack = {
  labels: {
    quality: 'Cut, colour and treatments',
    service: 'Team and service',
    booking: 'Appointments',
    communication: 'Listening and advice',
  },
  topics: [
    {
      key: 'quality.cut',
      name: 'cut and styling',
      terms:
        'cut|cuts, haircut|haircuts, fringe, layers, trim, fade, beard trim, blow dry, styling, hairstyle, style, hair',
      praise:
        'exactly what i wanted|asked, just what i wanted|asked, compliments, so many compliments, best haircut, looks amazing|great|fantastic, love my hair, loved my hair, transformed',
      complaints:
        'uneven, wonky, lopsided, choppy, too short, cut too much, cut off too much, took off too much, not what i asked|wanted, nothing like the photo|picture, butchered, hacked, had to get it fixed, had it fixed elsewhere, had to go elsewhere to',
    },
    {
      key: 'quality.colour',
      name: 'the colour',
      terms: 'colour|colours, color, highlights, balayage, dye, roots, toner, tint, blonde',
      complaints:
        'brassy, patchy, orange, washed out after, faded after|within, wrong colour|shade, bleached, fried my hair, hair was fried|damaged, damaged my hair, hair broke, breakage',
    },
    {
      key: 'quality.nails',
      name: 'nails and beauty treatments',
      terms:
        'nail|nails, manicure*, pedicure*, gel, polish, acrylic*, shellac, lashes, brows, eyebrows, wax, waxing, facial, massage',
      complaints:
        'chipped after|within|the, chipped, lifted after|within, lifting after|within, fell off, came off after|within, cut my finger|cuticle*, cuticles bled',
    },
    {
      key: 'service.stylist',
      name: 'stylists and barbers',
      terms: 'stylist*, hairdresser*, barber*, colourist*, therapist, nail tech*, beautician*',
      complaints: 'on her|his phone, chatting to each other, chatted to each other, talked to colleagues',
    },
    {
      key: 'communication.listening',
      name: 'listening to what the customer wants',
      terms: 'consultation',
      praise: 'understood exactly, understood what, knew exactly what, showed me how, advised me',
      complaints:
        "didn't understand what, ignored what i, did their own thing, did her own thing, did his own thing, no consultation, talked me into",
    },
    {
      key: 'safety.skin',
      name: 'skin and scalp',
      complaints:
        'burned my scalp|skin|ear|neck, burnt my scalp|skin|ear|neck, scalp burned|burnt|blistered, no patch test, without a patch test, blister*, rash, reused needles|tools|files, tools were not sterilised',
    },
  ],
}
