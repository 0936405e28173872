-- Copyright (c) 2026 The burstlab authors
-- SPDX-License-Identifier: GPL-2.0-only
--
-- Wireshark 3.6 or later: the RM cells of ABR, as ATM Forum TM 4.0 lays them out. Cells and AAL5 are known to Wireshark itself.
--
--     tshark -X lua_script:contrib/atm-abr/doc/atm-abr.lua -r FILE.pcap

local CELL = 52 -- octets, without the HEC
local RM = 6 -- payload type

local rm = Proto("atm_rm", "ATM RM cell of ABR")
local field = {
  protocol = ProtoField.uint8("atm_rm.protocol", "Protocol"),
  dir = ProtoField.bool("atm_rm.dir", "DIR (backward)", 8, nil, 0x80),
  bn = ProtoField.bool("atm_rm.bn", "BN (not made by the source)", 8, nil, 0x40),
  ci = ProtoField.bool("atm_rm.ci", "CI (decrease)", 8, nil, 0x20),
  ni = ProtoField.bool("atm_rm.ni", "NI (no increase)", 8, nil, 0x10),
  ra = ProtoField.bool("atm_rm.ra", "RA (request or acknowledge)", 8, nil, 0x08),
  er = ProtoField.double("atm_rm.er", "ER (cells/s)"),
  ccr = ProtoField.double("atm_rm.ccr", "CCR (cells/s)"),
  mcr = ProtoField.double("atm_rm.mcr", "MCR (cells/s)"),
  ql = ProtoField.uint32("atm_rm.ql", "QL (cells)"),
  sn = ProtoField.uint32("atm_rm.sn", "SN"),
  crc = ProtoField.uint16("atm_rm.crc", "CRC-10", base.HEX, nil, 0x03ff),
}
for _, each in pairs(field) do
  table.insert(rm.fields, each)
end

local payload_type = Field.new("atm.payload_type")

-- nz 2^e (1 + m / 512), of 16 bits
local function rate(buffer)
  if buffer:bitfield(1, 1) == 0 then
    return 0
  end
  return 2 ^ buffer:bitfield(2, 5) * (1 + buffer:bitfield(7, 9) / 512)
end

function rm.dissector(buffer, pinfo, tree)
  local type = payload_type()
  if not type or type.value ~= RM or buffer:len() ~= CELL or buffer(4, 1):uint() ~= 1 then
    return
  end
  local cell = buffer(4)
  pinfo.cols.protocol = "ATM RM"
  pinfo.cols.info = string.format("%s%s%s, ER %.0f, CCR %.0f cells/s",
    cell(1, 1):bitfield(0, 1) == 1 and "Backward" or "Forward",
    cell(1, 1):bitfield(2, 1) == 1 and ", CI" or "",
    cell(1, 1):bitfield(3, 1) == 1 and ", NI" or "",
    rate(cell(2, 2)), rate(cell(4, 2)))
  local branch = tree:add(rm, cell)
  branch:add(field.protocol, cell(0, 1))
  for _, name in ipairs({ "dir", "bn", "ci", "ni", "ra" }) do
    branch:add(field[name], cell(1, 1))
  end
  branch:add(field.er, cell(2, 2), rate(cell(2, 2)))
  branch:add(field.ccr, cell(4, 2), rate(cell(4, 2)))
  branch:add(field.mcr, cell(6, 2), rate(cell(6, 2)))
  branch:add(field.ql, cell(8, 4))
  branch:add(field.sn, cell(12, 4))
  branch:add(field.crc, cell(46, 2))
end

-- Wireshark has no table to ask who reads a payload type, so this one comes after all others.
register_postdissector(rm)
